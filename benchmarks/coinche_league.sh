#!/usr/bin/env bash
# Train the bidder of Coinche from the shipped one, and measure it against the bidder of master@v1.
#
#     OUT=runs/league JOBS=16 DEVICE=cuda bash benchmarks/coinche_league.sh
#
# Takes RIVAL + BIDDER minutes and MEASURED seconds for each of two handicaps and for the shipped network, and a minute to compile. Run
# again with the same OUT it resumes: a rival that is there is kept, and the training goes on. Leaves in OUT
# the networks rival and bidder, the log of the rounds, and auctions.json.
set -eu
cd "$(dirname "$0")/.."
JOBS=${JOBS:-1} DEVICE=${DEVICE:-cpu} DEALS=${DEALS:-32768} RIVAL=${RIVAL:-1.0} BIDDER=${BIDDER:-4.0} MEASURED=${MEASURED:-22}
PATH="$PWD/.venv/bin:$PATH"
export PYTHONPATH=$PWD XDG_DATA_HOME=${RUN:=/tmp/league}/data
mkdir -p "$OUT" "$RUN"
networks=$XDG_DATA_HOME/partie/networks/coinche
say() { echo "$(date +%T) $*"; }
say compiling
python benchmarks/coinche_auctions.py play bids --seconds 0.1 --output "$RUN/warm.json" &
rm -rf "$RUN/warm"
partie train bidder --run "$RUN/warm" --save warm --rival bids --minutes 0.001 --deals 32 &
wait
if [ ! -e "$networks/rival.safetensors" ]; then
    say rival
    partie train rival --model bids --save rival --minutes "$RIVAL" --jobs "$JOBS" --device "$DEVICE"
fi
say bidder
partie train bidder --run "$RUN/bidder" --save bidder --deals "$DEALS" --minutes "$BIDDER" --jobs "$JOBS" --device "$DEVICE"
cp "$networks/rival.safetensors" "$networks/bidder.safetensors" "$RUN/bidder/log.jsonl" "$OUT"
say measuring
python benchmarks/coinche_auctions.py play bidder@0 bidder@60 bids --seconds "$MEASURED" --jobs "$JOBS" --output "$OUT/auctions.json"
say done
