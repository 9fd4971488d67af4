import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/**
 * Blank lines that a mail server may say on one connection. They are no replies, and nodemailer takes one in a round of the event loop,
 * however many wait.
 */
const BLANK_LINES = 100;

interface Address {
  host?: string | undefined;
  port?: number | string | undefined;
  secure?: boolean | undefined;
  connectionTimeout?: number | undefined;
}

/**
 * How nodemailer comes to a connection with a mail server. Blank lines without end end it; those within TLS are not seen, but with the
 * certificate it is the server that was meant.
 */
export function getSocket(address: Address, done: (error: Error | null, found?: { connection: Socket }) => void): void {
  connectTo(address).then((connection) => done(null, { connection }), done);
}

async function connectTo({ host = 'localhost', port, secure, connectionTimeout = 10_000 }: Address): Promise<Socket> {
  const socket = connect(Number(port) || (secure ? 465 : 587), host);
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(connectionTimeout) });
  } catch (error) {
    socket.destroy();
    throw error;
  }
  const countIn = blankLines();
  // Paused, so that the greeting waits for its reader.
  socket.pause().on('data', (piece) => {
    if (countIn(piece) > BLANK_LINES) socket.destroy(new Error('the mail server says blank lines without end'));
  });
  return socket;
}

/** Counts the blank lines of all pieces that it is given. */
function blankLines(): (piece: Buffer) => number {
  let count = 0;
  let isBlank = true;
  return (piece) => {
    const [rest = '', ...lines] = piece.toString('latin1').split('\n');
    isBlank &&= rest.trim() === '';
    for (const line of lines) {
      if (isBlank) count += 1;
      isBlank = line.trim() === '';
    }
    return count;
  };
}
