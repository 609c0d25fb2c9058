/** Talking to the sandbox: what happens comes over a socket, what people do goes out as posts. */

/** A refusal by the sandbox, as a sentence to show. */
export class Refused extends Error {}

/**
 * @param {string} name
 * @param {Record<string, unknown>} body
 * @returns {Promise<any>}
 */
export async function post(name, body) {
  let response;
  try {
    response = await fetch(`/page/${name}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    throw new Refused("The sandbox can't be reached. Is it still running?");
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused(answer.error ?? `That didn't work (${response.status}).`);
  return answer;
}

/**
 * Follows what a user sees, and keeps reconnecting. The first event of each connection holds everything, so there is
 * nothing to catch up on.
 *
 * @param {string | null} user
 * @param {{event: (event: any) => void, lost: (locked: boolean) => void}} to
 */
export function follow(user, to) {
  let wait = 250;
  const connect = () => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const query = user ? `?as=${encodeURIComponent(user)}` : "";
    const socket = new WebSocket(`${scheme}://${location.host}/page/events${query}`);
    socket.onmessage = ({ data }) => {
      wait = 250;
      to.event(JSON.parse(data));
    };
    socket.onclose = async () => {
      to.lost(await isLocked());
      setTimeout(connect, wait);
      wait = Math.min(wait * 1.6, 3000);
    };
  };
  connect();
}

/** Whether the sandbox is running but no longer accepts this page's key: it was restarted. */
async function isLocked() {
  try {
    const { status } = await fetch("/", { cache: "no-store" });
    return status === 401 || status === 403;
  } catch {
    return false;
  }
}
