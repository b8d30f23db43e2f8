#!/usr/bin/env bash
# Our own runs beside their predictions. See lab/README.md, and -h for the options.
#
# First everything is measured that predictions may know: links and processors, on two hosts of the
# lab at each rate, and models on one rank. From that alone all runs are predicted, into a file that
# is committed before anything is run. Then they are run: for each model, rate and number of ranks the
# same processes take turns with all strategies, as many rounds as wanted, so that what disturbs the
# machine for a while does not spoil one row. One round more comes before them and is not kept, unless
# -c is given: there the compilers of all ranks share the cores with what is measured.
set -euo pipefail
unset CDPATH

readonly WRONG_USAGE=2
readonly HEAD=model,network,ranks,batch,strategy,step_ms

usage() {
  cat <<'USAGE'
Usage: ourselves.sh prepare [-o FOLDER] [-r RATES]
       ourselves.sh run [-o FOLDER] [-r RATES] [-n RANKS] [-m MODELS] [-s STRATEGY] [-k ROUNDS] [-c]
       ourselves.sh compare [-o FOLDER]

prepare   calibrates the lab at each rate, profiles the models, and writes predicted.csv
run       runs what predicted.csv lists, and adds a line to measured.csv for each turn;
          what is there already is not run again, so it may be stopped and started at any time
compare   says what the measurements say about the predictions

  -o FOLDER    where all files are (default: lab/ourselves)
  -r RATES     of links, as tc writes them, separated by commas (default: 200mbit,1gbit)
  -n RANKS     only so many, separated by commas (default: all that are listed)
  -m MODELS    only these, separated by commas (default: all that are listed)
  -s STRATEGY  only this one (default: all that are listed)
  -k ROUNDS    how often each is run and kept (default: 3)
  -c           keep the first round, too: where steps are long, -w alone is enough
  -t STEPS     how many steps are measured in each turn (default: 5)
  -w SECONDS   for how long compilers may take before the first turn of a strategy (default: 20)
  -h           this help

Needs what netlab.sh needs, and an idle machine.
USAGE
}

fail() { # exit code, sentence
  printf 'ourselves.sh: %s\n' "$2" >&2
  exit "$1"
}

self=$(cd -P "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=${self%/*}
weft=$root/weft

folder=$self/ourselves rates=200mbit,1gbit ranks='' models='' strategy='' rounds=3 unkept=1 steps=5
warmup=20
verb=${1:-}
case $verb in
  prepare | run | compare) shift ;;
  -h | --help) usage && exit ;;
  *) fail "$WRONG_USAGE" "say prepare, run or compare; see ourselves.sh -h" ;;
esac
while getopts :o:r:n:m:s:k:ct:w:h flag; do
  case $flag in
    o) folder=$OPTARG ;;
    r) rates=$OPTARG ;;
    n) ranks=$OPTARG ;;
    m) models=$OPTARG ;;
    s) strategy=$OPTARG ;;
    k) rounds=$OPTARG ;;
    c) unkept=0 ;;
    t) steps=$OPTARG ;;
    w) warmup=$OPTARG ;;
    h) usage && exit ;;
    :) fail "$WRONG_USAGE" "option -$OPTARG needs a value; see ourselves.sh -h" ;;
    *) fail "$WRONG_USAGE" "unknown option -$OPTARG; see ourselves.sh -h" ;;
  esac
done
shift $((OPTIND - 1))
[ $# = 0 ] || fail "$WRONG_USAGE" "'$1' is too much; see ourselves.sh -h"

predicted=$folder/predicted.csv
measured=$folder/measured.csv
settings=$(mktemp -d)
trap 'rm -rf "$settings"' EXIT

# Whether a list, separated by commas, has a word; an empty one has all.
has() { # list, word
  [ -z "$1" ] || [[ ,$1, == *,$2,* ]]
}

# All hosts of the lab are this one machine, so they share its cores.
write_cluster() { # rate
  cat >"$folder/$1.yaml" <<CLUSTER
# The lab at $1: hosts that are namespaces of one machine, with one rank each.
hosts: 64
ranks_per_host: 1
shared_cores: $(nproc)
models_on: cores
inside: 10 GB/s, 5 us
compute: 50 GFLOP/s
calibration: $1-calibration.yaml
CLUSTER
}

prepare() {
  local rate arguments=()
  "$weft" build
  mkdir -p "$folder"
  for rate in ${rates//,/ }; do
    "$self/netlab.sh" -n 2 -r "$rate" -- \
      "$weft" calibrate --output "$folder/$rate-calibration.yaml"
    write_cluster "$rate"
    arguments+=(--cluster "$folder/$rate.yaml")
  done
  "$weft" profile --model sim --batch 32 --steps 60 --warmup 100 --output "$folder/sim.yaml"
  "$weft" profile --model mlp --batch 64 --steps 60 --warmup 100 --output "$folder/mlp.yaml"
  "$weft" validate --predict "$predicted" "${arguments[@]}" \
    --model "$folder/sim.yaml" --model "$folder/mlp.yaml"
}

# How often a run was measured.
count_of() { # model,rate,ranks,batch,strategy
  awk -v key="$1," 'index($0, key) == 1 { n++ } END { print n + 0 }' "$measured"
}

# Runs strategies turn by turn in the same processes, and adds a line for each turn as it ends. Ranks
# choose their algorithms by what was measured of the links, as predictions do. Compilers go before
# all else: those of eight ranks still took a tenth of two cores after two minutes.
measure() { # model, rate, ranks, batch, rounds, strategies…
  local model=$1 rate=$2 count=$3 batch=$4 turns=$5 line arguments=()
  shift 5
  mkdir -p "$settings/weft"
  cp "$folder/$rate-calibration.yaml" "$settings/weft/this-machine.yaml"
  for line in "$@"; do
    arguments+=(--strategy "$line")
  done
  JAVA_TOOL_OPTIONS='-XX:ThreadPriorityPolicy=1 -XX:CompilerThreadPriority=-10' \
    XDG_CONFIG_HOME=$settings "$self/netlab.sh" -n "$count" -r "$rate" -- \
    "$weft" bench train --model "$model" --batch "$batch" "${arguments[@]}" \
    --rounds $((unkept + turns)) --steps "$steps" --warmup 1 --warmup-seconds "$warmup" \
    --json 2>"$folder/last.log" |
    sed -u -nE '/"round":'"$unkept"'[,}]/d
      s/.*"event":"bench_train".*"mode":"([^"]*)".*"step_ms":([0-9.eE+-]+).*/\1,\2/p' |
    while IFS= read -r line; do
      printf '%s\n' "$model,$rate,$count,$batch,$line" | tee -a "$measured" >&2
    done
}

run_all() {
  local model rate count batch line missing most lines=()
  [ -f "$predicted" ] || fail "$WRONG_USAGE" "there is no '$predicted': prepare first"
  "$weft" build
  [ -f "$measured" ] || printf '%s\n' "$HEAD" >"$measured"
  while IFS=, read -r model rate count batch <&4; do
    has "$models" "$model" && has "$rates" "$rate" && has "$ranks" "$count" || continue
    lines=() most=0
    while IFS= read -r line; do
      [ -z "$strategy" ] || [ "$strategy" = "$line" ] || continue
      missing=$((rounds - $(count_of "$model,$rate,$count,$batch,$line")))
      [ "$missing" -gt 0 ] || continue
      lines+=("$line")
      [ "$missing" -le "$most" ] || most=$missing
    done < <(awk -F, -v key="$model,$rate,$count,$batch," \
      'index($0, key) == 1 { print $5 }' "$predicted")
    [ "$most" -gt 0 ] || continue
    measure "$model" "$rate" "$count" "$batch" "$most" "${lines[@]}" ||
      fail 1 "$model on $count ranks at $rate did not run: see $folder/last.log"
  done 4< <(tail -n +2 "$predicted" | cut -d, -f1-4 | uniq)
}

case $verb in
  prepare) prepare ;;
  run) run_all ;;
  compare) "$weft" validate --predicted "$predicted" --measured "$measured" --rows ;;
esac
