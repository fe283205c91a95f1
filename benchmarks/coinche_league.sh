#!/usr/bin/env bash
# Train the bidder of Coinche from the shipped one, and measure it against the bidder of master@v1.
#
#     OUT=runs/league JOBS=16 DEVICE=cuda bash benchmarks/coinche_league.sh
#
# RIVAL and BIDDER are minutes of training; AUCTIONS seconds of auctions against the bidder of master@v1
# follow, with a handicap of CAUTION marks on coinches and without. Run again with the same RUN it resumes.
# RIVAL_START is the file of an earlier rival to start from. Leaves in OUT: the networks rival and bidder, the
# log of the rounds and auctions.json.
set -eu
cd "$(dirname "$0")/.."
JOBS=${JOBS:-1} DEVICE=${DEVICE:-cpu} CAUTION=${CAUTION:-100}
RIVAL=${RIVAL:-1.0} BIDDER=${BIDDER:-4.0} AUCTIONS=${AUCTIONS:-20} ROUND=${ROUND:-65536}
PATH="$PWD/.venv/bin:$PATH"
export PYTHONPATH=$PWD XDG_DATA_HOME=${RUN:=/tmp/league}/data
networks=$XDG_DATA_HOME/partie/networks/coinche
mkdir -p "$OUT" "$RUN" "$networks"
say() { echo "$(date +%T) $*"; }
say compiling
python benchmarks/coinche_auctions.py play bids --seconds 0.1 --output "$RUN/warm.json" &
rm -rf "$RUN/warm"
partie train bidder --run "$RUN/warm" --save warm --rival bids --minutes 0.01 --deals 32 &
wait
if [ ! -e "$networks/rival.safetensors" ]; then
    say rival
    start=bids
    if [ -e "${RIVAL_START:-}" ]; then
        cp "$RIVAL_START" "$networks/rival-before.safetensors"
        start=rival-before
    fi
    partie train rival --model bids --start $start --save rival --minutes "$RIVAL" --jobs "$JOBS" --device "$DEVICE"
fi
say bidder
partie train bidder --run "$RUN/bidder" --save bidder --deals "$ROUND" --caution "$CAUTION" --minutes "$BIDDER" --jobs "$JOBS" --device "$DEVICE"
cp "$networks/rival.safetensors" "$networks/bidder.safetensors" "$RUN/bidder/log.jsonl" "$OUT"
say auctions
python benchmarks/coinche_auctions.py play bidder bidder@0 --seconds "$AUCTIONS" --jobs "$JOBS" --output "$OUT/auctions.json"
python benchmarks/coinche_auctions.py play bidder --against itself --seconds 4 --jobs "$JOBS" --output "$OUT/auctions.json"
say done
