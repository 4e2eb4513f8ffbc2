import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerOptions } from 'smtp-server'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly secure: boolean
  /** As it came over the wire. */
  readonly source: string
}

export interface Mailbox extends AsyncDisposable {
  readonly port: number
  readonly mails: ReceivedMail[]
}

/** A real SMTP server on this machine that keeps what it is sent. */
export async function startMailbox(options: SMTPServerOptions = {}): Promise<Mailbox> {
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const source = Buffer.concat(chunks).toString('utf8')
        const from = mailFrom === false ? '' : mailFrom.address
        mails.push({ from, to: rcptTo.map(({ address }) => address), secure: session.secure, source })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket: Socket) => sockets.add(socket.on('close', () => sockets.delete(socket))))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = portOf(server.server.address())
  const close = (): Promise<void> => {
    // It would wait a second for each client that keeps its connection for the next mail.
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  }
  return { port, mails, [Symbol.asyncDispose]: close }
}

export const portOf = (address: AddressInfo | string | null): number =>
  address !== null && typeof address === 'object' ? address.port : 0

/** A server without encryption, as in a private network. */
export const plainServer: SMTPServerOptions = { hideSTARTTLS: true, disabledCommands: ['STARTTLS'] }

/** The text of a mail with its header, without the encodings of the way: soft line breaks and escaped characters. */
export const readable = ({ source }: ReceivedMail): string =>
  source
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .replaceAll(/=([\dA-F]{2})/g, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll('\r\n', '\n')

/** The recipients and subjects, sorted. */
export const received = ({ mails }: Mailbox): string[] =>
  mails.map((mail) => `${mail.to.join()}: ${/^Subject: (.*)$/m.exec(readable(mail))?.[1] ?? ''}`).toSorted()

/** The last token of a link of this kind in the latest mail to an address. */
export function tokenIn({ mails }: Mailbox, kind: 'verify' | 'unsubscribe' | 'manage', address: string): string {
  const mail = mails.findLast(({ to }) => to.includes(address))
  return new RegExp(`/${kind}/([\\w-]+)`).exec(mail ? readable(mail) : '')?.[1] ?? ''
}

/** The first mail, as text; empty without one. */
export const firstOf = ({ mails: [first] }: Mailbox): string => (first ? readable(first) : '')
