/**
 * Places a bet so that its outcome is always known, whatever happens to the network, to the server or to this program.
 * Plain JavaScript for Node 20 or a browser, without a library: docs/api.md says why each step is there.
 *
 *   node place-a-bet.mjs http://127.0.0.1:8080 <token> K3
 */

/** Longer than the server's own limit for a request is not needed. */
const TIMEOUT_MS = 10_000;
const ASK_TIMEOUT_MS = 3_000;

/** One request; throws when there is no whole reply in the envelope. */
async function send(api, method, path, { token, key, body, timeoutMs = TIMEOUT_MS } = {}) {
  const reply = await fetch(api + path, {
    method,
    headers: {
      LANGUAGE: "en-US",
      ...(token === undefined ? {} : { Token: token }),
      ...(key === undefined ? {} : { "Idempotency-Key": key }),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const envelope = await reply.json();
  if (typeof envelope.code !== "number") throw new Error(`not the server's reply: ${reply.status}`);
  const retryAfterMs = 1000 * Number(reply.headers.get("Retry-After") ?? 1);
  return { ...envelope, status: reply.status, retryAfterMs };
}

/** Between the time that was asked for and half as long again, so that many clients do not come back at once. */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms * (1 + Math.random() / 2)));

/** Whether a reply says for certain that this request had no effect. */
const isRefusal = ({ status }) => status === 200 || (status >= 400 && status < 429);

/**
 * Sends a request that moves money under a key. Answers `{ state: "done", data }`, `{ state: "refused", code, msg }` or
 * `{ state: "givenUp" }`, each for good. Keep key and body where they survive this program before you call it.
 */
export async function sendOnce(api, path, { token, key, body, tries = 3 }) {
  let uncertain = false;
  for (let left = tries; left > 0; left -= 1) {
    try {
      const reply = await send(api, "POST", path, { token, key, body });
      if (reply.status === 200 && reply.code === 0) return { state: "done", data: reply.data };
      if (isRefusal(reply)) {
        // An earlier try may still be on its way, and be accepted where this one was refused.
        if (uncertain) return settle(api, { token, key });
        return { state: "refused", code: reply.code, msg: reply.msg };
      }
      // The server lost its database, perhaps after the database had accepted it.
      if (reply.status >= 500) uncertain = true;
      // 429 and 503: busy, or about to stop. Another server may take it.
      await pause(Math.min(reply.retryAfterMs, 5_000));
    } catch {
      // No connection, no reply in time, or half of one: it may have been accepted.
      uncertain = true;
      await pause(200);
    }
  }
  return settle(api, { token, key });
}

/**
 * What became of a key, for good: also after a restart of this program, with nothing but the key. Asks until it gets an
 * answer, since there is nothing else to do.
 */
export async function settle(api, { token, key }) {
  for (;;) {
    try {
      const options = { token, body: { key }, timeoutMs: ASK_TIMEOUT_MS };
      const reply = await send(api, "POST", "/api/user/settleOutcome", options);
      if (reply.status === 200 && reply.code === 0) return reply.data;
      // The token: log in again, or refresh it, and call this once more.
      if (reply.status === 200) throw Object.assign(new Error(reply.msg), { code: reply.code });
      await pause(Math.min(reply.retryAfterMs, 5_000));
    } catch (error) {
      if (error.code === 401 || error.code === 402) throw error;
      await pause(200);
    }
  }
}

/** A bet of 2.00 on the first sum of K3, in the period that is on sale. */
export async function placeABet(api, token, { key, game = "K3" }) {
  const { data: period } = await send(api, "GET", `/api/lottery/current/${game}`);
  const bets = [{ option_id: "HZ.HZ", amount: "2.00", groups: [{ code: "sum", items: ["10"] }] }];
  return sendOnce(api, `/api/lottery/order/${game}`, {
    token,
    key,
    body: { prize_no: period.prizeNo, bets },
  });
}

if (globalThis.process?.argv[1]?.endsWith("place-a-bet.mjs")) {
  const [, , api, token, game] = process.argv;
  if (token === undefined) {
    console.error("node place-a-bet.mjs <address> <token> [game]");
    process.exit(2);
  }
  const key = crypto.randomUUID();
  console.log(`key ${key}`, await placeABet(api, token, { key, game }));
}
