import type { MailTransport } from './channel-notification.ts'

const idleMs = 1_000
const mailsPerConnection = 100

/** In milliseconds. */
export const mailTimeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  dnsTimeout: 10_000,
}

/** Loaded with the first mail: it needs 12 MB, and many installations send none. */
export const loadNodemailer = () => import('nodemailer')

/**
 * Opens at most `maxConnections` connections, on demand. A connection that is idle for a second is closed, so that the
 * pool need not be closed.
 */
export function createMailPool(url: string, maxConnections: number): MailTransport {
  const open = async () => {
    const { createTransport } = await loadNodemailer()
    const settings = { url, pool: true, maxConnections, maxMessages: mailsPerConnection, idleTimeout: idleMs } as const
    return createTransport({ ...settings, ...mailTimeouts })
  }
  let opened: ReturnType<typeof open> | undefined
  return { sendMail: async (message) => (await (opened ??= open())).sendMail(message) }
}
