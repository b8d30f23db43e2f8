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
  case $model in # so that a run takes minutes, and no loss goes to 0
    gpt-nano) set -- "$@" --batch 1 ;;
    vgg-nano) set -- "$@" --batch 4 --label-noise 0.1 ;;
  esac
  "$weft" compare "$@" --model "$model" --warmup-steps 75 --decay cosine --steps 1500 \
    --seeds 1,2,3 --output "$folder/some.tsv"
}

w='wfbp(bucket=1MB)'
all adamw "$w" "$w + "{bf16,int8,ef-sign,'top-k(0.01)','powersgd(rank=2)'}
all adamw "$w" "$w + onebit-adam(freeze-step=60)"
all lion "$w" "$w + "{distributed-lion,'distributed-lion(combine=mean)','lion-cub(bits=4)'}
all sgd "$w" "$w + dgc(density=0.01)"
all adamw "$w" "$w + "{ok-top-k,g-top-k,top-k-sampled,gaussian-k,random-k,random-block}'(density=0.01)'
all adamw "$w" "$w + "{'acp-sgd(rank=4)','atomo(budget=3)','threshold(tau=0.001)'} \
  "$w + sketch(rows=5, columns=20000, density=0.01)"
all adamw "$w" "$w + "{fp16,int4,onebit,sign,signum,qsgd,terngrad,natural,fastsgd}

if [ "${2:-}" = long ]; then
  several=("$w" "$w + "{int8,'powersgd(rank=2)','per-tensor(ef-sign)','top-k(0.01)'}
    "$w + plain("{'powersgd(rank=2)','per-tensor(ef-sign)','top-k(0.01)'}')')
  with_momentum=("$w" "$w + "{'dgc(density=0.01)','momentum-correction(top-k(0.01))'})
  some vgg-nano "${several[@]}" "${with_momentum[@]:1}" --optimizer sgd --lr 0.02
  some gpt-nano "${several[@]}" --optimizer sgd --momentum 0 --clip-norm 1 --lr 0.2
  some gpt-nano "${with_momentum[@]}" --optimizer sgd --lr 0.02
  for model in vgg-nano gpt-nano; do
    some "$model" "$w" "$w + onebit-adam(freeze-step=300)" \
      "$w + plain(onebit-adam(freeze-step=300))" --optimizer adamw
  done
fi
