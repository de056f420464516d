/**
 * Node's HTTP server. An import of `node:http` would read all of its exports, and with `WebSocket`
 * load Node's HTTP client, which takes 14 MB.
 */
export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http');
