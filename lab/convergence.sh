#!/usr/bin/env bash
# What training comes to with every compression: the runs of docs/convergence.md. May be stopped and
# started at any time: what a file has already is not run again.
set -euo pipefail
unset CDPATH

self=$(cd -P "$(dirname "${BASH_SOURCE[0]}")" && pwd)
weft=${self%/*}/weft
folder=${1:-$self/convergence}
mkdir -p "$folder"

all() { # every compression, 300 steps, one seed
  local optimizer=$1
  shift
  "$weft" compare "$@" --optimizer "$optimizer" --batch 4 --steps 300 --output "$folder/all.tsv"
}

some() { # the ones of the study, 1,500 steps, three seeds
  local model=$1
  shift
  "$weft" compare "$@" --model "$model" --batch 4 --steps 1500 --seeds 1,2,3 \
    --output "$folder/some.tsv"
}

all adamw wfbp wfbp+{fp16,bf16,int8,int4,onebit,sign,signum,ef-sign,qsgd,terngrad,natural,fastsgd} \
  wfbp+{top-k,top-k-sampled,gaussian-k,random-k,random-block,g-top-k,ok-top-k}'(density=0.01)' \
  'wfbp + threshold(tau=0.001)' 'wfbp + sketch(rows=5, columns=20000, density=0.01)' \
  'wfbp + powersgd(rank=2)' 'wfbp + acp-sgd(rank=4)' 'wfbp + atomo(budget=3)'
all sgd wfbp 'wfbp + dgc(density=0.01)'
all adam wfbp 'wfbp + onebit-adam(freeze-step=60)'
all lion wfbp 'wfbp + distributed-lion' 'wfbp + distributed-lion(combine=mean)' 'wfbp + lion-cub(bits=4)'

if [ "${2:-}" = long ]; then
  for model in gpt-nano resnet18; do
    some "$model" wfbp 'wfbp + '{top-k,ef-sign,'powersgd(rank=2)',int8} \
      'wfbp + plain('{top-k,ef-sign,'powersgd(rank=2)',int8}')'
  done
fi
