#!/bin/sh
# PAGE-2: Statement of PAGE-2.
# What the suite asked staging at 2026-11-21T00:00:00.000Z, once more.
# Times in bodies are those of that run. For a private certificate authority set CURL_CA_BUNDLE.
# It changes the notification and does not put it back.
: "${API_KEY:?has to be set}"
: "${HEADER_X_GATEWAY_2:?has to be set}"
: "${OTHER_API_KEY:?has to be set}"
: "${URL_PASSWORD:?has to be set}"
RUN=${RUN:-$(date +%s)}   # in the place of run0123456, which the run gave to all that it made
UPPER_RUN=$(printf %s "$RUN" | tr a-z A-Z)
answers=$(mktemp -d) && trap 'rm -r "$answers"' EXIT

# case of PAGE-2
# expected: the status 202
# actual:   500 and a line and another

# 1 of 5, sent 2026-11-21T00:00:01.250Z, answered 500 in 12 ms  <- what was judged
echo 1; curl -sS -i -g -X POST -H "Authorization: Bearer $API_KEY" -H Content-Type: --data-raw "{\"to\":\"${RUN}@a.example\"}" http://a.example/v2/emails > "$answers/1" &

# 2 of 5, sent 2026-11-21T00:00:01.255Z, answered 500 in 12 ms
echo 2; curl -sS -i -g -X POST -H "Authorization: Bearer $API_KEY" -H Content-Type: --data-raw "{\"to\":\"${UPPER_RUN}\"}" http://a.example/v2/emails > "$answers/2" &
wait
cat "$answers/1"; echo
cat "$answers/2"; echo
ID_1=$(grep -o '"id" *: *"[^"]*"' "$answers/1" | head -n 1 | cut -d '"' -f 4)

# 3 of 5, sent 2026-11-21T00:00:02.000Z, the connection broke
echo 3; curl -sS -i -g -H "Authorization: Bearer $OTHER_API_KEY" -H "X-Gateway: $HEADER_X_GATEWAY_2" "http://a.example/v2/emails/${ID_1}?of=$URL_PASSWORD" > "$answers/3"; cat "$answers/3"; echo

# 4 of 5, a mail was read at http://outbox.example/1

# 5 of 5, sent 2026-11-21T00:00:03.000Z, answered 500 in 12 ms
echo 5; curl -sS -i -g -X PATCH -H "Authorization: Bearer $API_KEY" -H Content-Type: --data-raw "{\"id\":\"${ID_1}\"}" http://a.example/v2/emails > "$answers/5"; cat "$answers/5"; echo
