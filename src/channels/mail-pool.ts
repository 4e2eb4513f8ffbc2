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

/** Connections to a mail server that mails go over one after the other. */
export type MailPool = ReturnType<typeof createMailPool>

/**
 * Opens at most `maxConnections` connections, each when there is a mail for it. One that nothing was sent over for a
 * second is closed, so that nobody has to close the pool.
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
