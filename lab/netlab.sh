#!/usr/bin/env bash
# An emulated cluster on one machine. See lab/README.md, and -h for the options.
#
# Each host is a network namespace; a switch in a namespace of its own holds one bridge per link, so
# the network of the machine itself is not touched. Rates are limited at both ends of every cable:
# where the host sends, and where the switch sends to it. Whatever happens, all of it goes away.
set -euo pipefail

readonly WRONG_USAGE=2
readonly UNFIT=69         # the same as ExitCode.ENVIRONMENT_UNFIT
readonly HOSTS_MOST=254   # as many as a /24 has
readonly LINKS_MOST=16
readonly STOP_SECONDS=5   # between SIGTERM and SIGKILL

usage() {
  cat <<'USAGE'
Usage: netlab.sh [OPTIONS] [--] COMMAND [ARGUMENTS]
       netlab.sh --check [OPTIONS]

Makes an emulated cluster, runs COMMAND once on each of its hosts and takes the cluster down.

  -n HOSTS  how many hosts (default 2)
  -l LINKS  how many independent links each host has: eth0, eth1, … (default 1)
  -r RATE   of each link in either direction, as tc writes it: 100mbit, 1gbit, 10gbit;
            none for no limit (default 1gbit)
  -b BYTES  that may leave at once (default 70000, one full packet of 64 KB; 10gbit needs more)
  -q BYTES  that wait at a port before packets are dropped (default 2000000)
  -m MTU    default 1500
  -c NAME   how TCP avoids congestion: reno, cubic, bbr, … (default: as on this machine)
  -p PORT   for MASTER_PORT (default 29500)
  -6        IPv6 addresses instead of IPv4
  -t        print at the end what went through the interfaces, a line of JSON per host
  -i        measure host 1 to host 2 with iperf3 first and print a line of JSON
  -h        this help
  --check   only say whether such a cluster can be made here: exit code 0, or 69 and the reason

COMMAND sees RANK, WORLD_SIZE, LOCAL_RANK, LOCAL_WORLD_SIZE, MASTER_ADDR and MASTER_PORT as under
torchrun; HOST_ADDR, its own address on the first link; HOST_ADDRS, its addresses on all links;
HOSTS, the first address of every host, both separated by commas; and WEFT_TOKEN, a new secret of
this run unless one is set. Host H has address 10.77.K.H on link K, or fd77:K::H; H counts from 1
and K from 0.

Standard output is that of rank 0 alone, standard error that of all. If a rank fails the others are
stopped and its exit code is returned. Needs root, iproute2, and veth, bridge and tbf in the kernel.
USAGE
}

fail() { # exit code, sentence
  printf 'netlab.sh: %s\n' "$2" >&2
  exit "$1"
}

# Runs a command whose failure means that this machine is unfit, and says what it was to do.
need() { # what it does, command
  local what=$1 why
  shift
  why=$("$@" 2>&1 >/dev/null) || {
    why=${why%%$'\n'*}
    fail "$UNFIT" "cannot $what: ${why:-$1 failed}"
  }
}

require_number() { # option, value, least, most
  case $2 in
    '' | *[!0-9]* | ??????????*) ;;
    *) [ "$2" -lt "$3" ] || [ "$2" -gt "$4" ] || return 0 ;;
  esac
  fail "$WRONG_USAGE" "$1 $2: give a whole number from $3 to $4"
}

# ---- options

hosts=2 links=1 rate=1gbit burst=70000 queue=2000000 mtu=1500 port=29500 congestion=
version=4 traffic=false probe=false check=false
case ${1:-} in
  --check) check=true && shift ;;
  --help) usage && exit ;;
esac
while getopts :n:l:r:b:q:m:c:p:6tih flag; do
  case $flag in
    n) hosts=$OPTARG ;;
    l) links=$OPTARG ;;
    r) rate=$OPTARG ;;
    b) burst=$OPTARG ;;
    q) queue=$OPTARG ;;
    m) mtu=$OPTARG ;;
    c) congestion=$OPTARG ;;
    p) port=$OPTARG ;;
    6) version=6 ;;
    t) traffic=true ;;
    i) probe=true ;;
    h) usage && exit ;;
    :) fail "$WRONG_USAGE" "option -$OPTARG needs a value; see netlab.sh -h" ;;
    *) fail "$WRONG_USAGE" "unknown option -$OPTARG; see netlab.sh -h" ;;
  esac
done
shift $((OPTIND - 1))
require_number -n "$hosts" 1 "$HOSTS_MOST"
require_number -l "$links" 1 "$LINKS_MOST"
require_number -b "$burst" 1 999999999
require_number -q "$queue" 1 999999999
require_number -m "$mtu" 1280 65535
require_number -p "$port" 1 65535
$check || $probe || [ $# -gt 0 ] ||
  fail "$WRONG_USAGE" "no command given; see netlab.sh -h"
$check && [ $# -gt 0 ] && fail "$WRONG_USAGE" "--check runs no command: leave out '$1'"
$probe && [ "$hosts" -lt 2 ] && fail "$WRONG_USAGE" "-i measures between two hosts: give -n 2 or more"

# ---- names and addresses

lab=weft-lab-$$
switch=$lab-0 # and hosts are 1, 2, …

address() { # host, link
  if [ "$version" = 6 ]; then
    printf 'fd77:%d::%d' "$2" "$1"
  else
    printf '10.77.%d.%d' "$2" "$1"
  fi
}

# The words, separated by commas.
joined() {
  local IFS=,
  printf '%s' "$*"
}

addresses_of() { # host
  local link found=()
  for ((link = 0; link < links; link++)); do
    found+=("$(address "$1" "$link")")
  done
  joined "${found[@]}"
}

first_addresses() {
  local host found=()
  for ((host = 1; host <= hosts; host++)); do
    found+=("$(address "$host" 0)")
  done
  joined "${found[@]}"
}

# ---- making it and taking it down

# All processes on the hosts, also those that left their process group.
processes() {
  local host
  for ((host = 1; host <= hosts; host++)); do
    ip netns pids "$lab-$host" 2>/dev/null || :
  done
}

stop_processes() {
  local signal waited left
  for signal in TERM KILL; do
    for ((waited = 0; waited < STOP_SECONDS * 10; waited++)); do
      left=$(processes)
      [ -n "$left" ] || return 0
      # shellcheck disable=SC2086
      [ "$waited" != 0 ] || kill -s "$signal" $left 2>/dev/null || :
      sleep 0.1
    done
  done
}

clean_up() {
  trap '' EXIT INT TERM
  local host
  disown -a # or the shell would tell of every rank that it was killed
  stop_processes
  for ((host = 0; host <= hosts; host++)); do
    ip netns del "$lab-$host" 2>/dev/null || :
  done
}

limit_rate() { # namespace, interface
  [ "$rate" = none ] ||
    need "limit $2 to $rate" ip netns exec "$1" \
      tc qdisc add dev "$2" root tbf rate "$rate" burst "$burst" limit "$queue"
}

make_switch() {
  local link
  need "make a network namespace" ip netns add "$switch"
  for ((link = 0; link < links; link++)); do
    need "make a bridge" ip -n "$switch" link add "br$link" type bridge
    need "start a bridge" ip -n "$switch" link set "br$link" mtu "$mtu" up
  done
}

make_link() { # host, link
  local host=$lab-$1 near=eth$2 far=port$1-$2 bits=24 extra=()
  [ "$version" = 4 ] || { bits=64 && extra=(nodad); } # nobody else could have the address
  need "make a pair of interfaces" ip link add "$near" netns "$host" mtu "$mtu" type veth \
    peer name "$far" netns "$switch" mtu "$mtu"
  need "connect $near to a bridge" ip -n "$switch" link set "$far" master "br$2" up
  need "give $near an IPv$version address" \
    ip -n "$host" addr add "$(address "$1" "$2")/$bits" dev "$near" "${extra[@]}"
  need "start $near" ip -n "$host" link set "$near" up
  limit_rate "$host" "$near"
  limit_rate "$switch" "$far"
}

choose_congestion_control() { # namespace
  local folder=/proc/sys/net/ipv4 allowed
  ip netns exec "$1" sh -c 'printf %s "$0" >"$1"' "$congestion" \
    "$folder/tcp_congestion_control" 2>/dev/null || {
    allowed=$(<"$folder/tcp_allowed_congestion_control")
    fail "$UNFIT" "-c $congestion: hosts may have one of ${allowed// /, }"
  }
}

make_host() { # host
  local link
  need "make a network namespace" ip netns add "$lab-$1"
  need "start the loopback interface" ip -n "$lab-$1" link set lo up
  [ -z "$congestion" ] || choose_congestion_control "$lab-$1"
  for ((link = 0; link < links; link++)); do
    make_link "$1" "$link"
  done
}

make_lab() {
  local host tool
  [ "$(id -u)" = 0 ] || fail "$UNFIT" "network namespaces need root: start it with sudo"
  for tool in ip tc; do
    type -P "$tool" >/dev/null || fail "$UNFIT" "there is no '$tool' on the PATH: install iproute2"
  done
  trap clean_up EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
  make_switch
  for ((host = 1; host <= hosts; host++)); do
    make_host "$host"
  done
}

# ---- measuring

# The bytes that all links of a host have carried so far: sent, received.
bytes_of() { # host
  ip netns exec "$lab-$1" sh -c '
    for way in tx rx; do
      sum=0
      for file in /sys/class/net/eth*/statistics/${way}_bytes; do
        read -r bytes <"$file"
        sum=$((sum + bytes))
      done
      echo "$sum"
    done' | paste -s -d ' ' -
}

print_traffic() { # what bytes_of said of each host before
  local host=0 before sent received
  for before in "$@"; do
    host=$((host + 1))
    read -r sent received <<<"$(bytes_of "$host")"
    printf '{"bench":"interface","host":%d,"tx_bytes":%d,"rx_bytes":%d}\n' \
      "$host" $((sent - ${before% *})) $((received - ${before#* }))
  done
}

measure_link() {
  local attempt report=
  type -P iperf3 >/dev/null || fail "$UNFIT" "there is no 'iperf3' on the PATH: install it, or omit -i"
  ip netns exec "$lab-2" iperf3 -s -1 >/dev/null &
  for ((attempt = 0; attempt < 50; attempt++)); do # until the server listens
    report=$(ip netns exec "$lab-1" iperf3 -c "$(address 2 0)" -t 3 -O 1 -J) && break
    sleep 0.1
  done
  awk -v rate="$rate" '
    /"sum_sent"/ { part = "sent" }
    /"sum_received"/ { part = "received" }
    part == "sent" && /"retransmits"/ { gsub(/[^0-9]/, ""); lost = $0 }
    part == "received" && /"bits_per_second"/ && !goodput { gsub(/[^0-9.e+]/, "", $2); goodput = $2 }
    END {
      if (!goodput) exit 1
      printf "{\"bench\":\"link\",\"rate\":\"%s\",\"goodput_Mbps\":%.1f,\"retransmits\":%d}\n",
        rate, goodput / 1e6, lost
    }' <<<"$report" || fail 1 "iperf3 measured nothing: try it without -i"
  wait
}

# ---- running

start_rank() { # rank, command; standard output goes to descriptor 3 for all but rank 0
  local rank=$1 host=$(($1 + 1)) out=3
  shift
  [ "$rank" != 0 ] || out=1
  RANK=$rank WORLD_SIZE=$hosts LOCAL_RANK=0 LOCAL_WORLD_SIZE=1 \
    MASTER_ADDR=$(address 1 0) MASTER_PORT=$port \
    HOST_ADDR=$(address "$host" 0) HOST_ADDRS=$(addresses_of "$host") HOSTS=$(first_addresses) \
    GLOO_SOCKET_IFNAME=eth0 \
    ip netns exec "$lab-$host" "$@" </dev/null >&"$out" 3>&- &
}

# The exit code of the first that failed. A rank that ends while others start is gone for wait -n,
# which then names nobody, but not for a wait for just this one.
wait_for_ranks() { # process ids
  local code ended process
  for process in "$@"; do
    code=0
    ended=
    wait -n -p ended || code=$?
    [ -n "$ended" ] || break
    [ "$code" = 0 ] || return "$code"
  done
  for process in "$@"; do
    wait "$process" || return
  done
}

run_ranks() { # command
  local rank host ranks=() before=()
  if [ -z "${WEFT_TOKEN:-}${WEFT_TOKEN_FILE:-}" ]; then
    WEFT_TOKEN=$(od -An -tx1 -N32 /dev/urandom | tr -d ' \n')
    export WEFT_TOKEN
  fi
  for ((host = 1; host <= hosts; host++)); do
    before+=("$(bytes_of "$host")")
  done
  exec 3>/dev/null
  set -m # each rank in a process group of its own, or it would ignore SIGINT
  for ((rank = 0; rank < hosts; rank++)); do
    start_rank "$rank" "$@"
    ranks+=($!)
  done
  set +m
  wait_for_ranks "${ranks[@]}" || return
  ! $traffic || print_traffic "${before[@]}"
}

make_lab
! $check || exit 0
! $probe || measure_link
[ $# = 0 ] || run_ranks "$@"
