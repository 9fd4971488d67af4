/**
 * `node bare-server.js PORT ANSWER.json`: what node:http alone costs. It parses the body of a request, if there is one, and
 * writes its answer anew for each.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [port, file] = process.argv.slice(2);
const { status, value } = JSON.parse(readFileSync(file, 'utf8'));

createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    if (chunks.length > 0) JSON.parse(Buffer.concat(chunks).toString());
    const body = JSON.stringify(value);
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
    response.end(body);
  });
}).listen(Number(port), '127.0.0.1');

// So that a profile is written.
process.on('SIGTERM', () => process.exit());
