import { createTransport } from 'nodemailer'

const idleMs = 1_000
const mailsPerConnection = 100

/** In milliseconds. */
export const mailTimeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  dnsTimeout: 10_000,
}

/** A connection pool for a mail server. */
export type MailPool = ReturnType<typeof createMailPool>

/**
 * Opens at most `maxConnections` connections, on demand. A connection that is idle for a second is closed, so that the
 * pool need not be closed.
 */
export const createMailPool = (url: string, maxConnections: number) =>
  createTransport({
    url,
    pool: true,
    maxConnections,
    maxMessages: mailsPerConnection,
    idleTimeout: idleMs,
    ...mailTimeouts,
  })
