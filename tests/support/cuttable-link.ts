import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

export interface CuttableLink {
  readonly url: string
  /** Ends all connections and ends new ones at once, until it is healed. */
  readonly cut: () => void
  readonly heal: () => void
  /** Delivers the next request whose head contains the text, and cuts the link in place of its answer. */
  readonly cutAnswerOf: (text: string) => Promise<void>
  /** How many requests with this text in their heads were delivered. */
  readonly delivered: (text: string) => number
  /** How many connections were ended because the link was cut. */
  readonly refused: () => number
  readonly close: () => void
}

/** A network between an agent and the server, for faults of the network. `port`: where the server listens now. */
export async function aCuttableLink(port: () => number): Promise<CuttableLink> {
  const pairs = new Set<readonly [Socket, Socket]>()
  const heads: string[] = []
  let isCut = false
  let refused = 0
  let awaited: { readonly text: string; readonly done: () => void } | undefined
  const cut = (): void => {
    isCut = true
    for (const sockets of pairs) for (const socket of sockets) socket.destroy()
  }
  const link = createServer((near) => {
    near.on('error', () => {})
    if (isCut) {
      refused += 1
      return void near.destroy()
    }
    const far = connect(port(), '127.0.0.1').on('error', () => near.destroy())
    const pair = [near, far] as const
    pairs.add(pair)
    let losesAnswer = false
    near.on('data', (chunk: Buffer) => {
      const [head = ''] = chunk.toString('latin1').split('\r\n', 1)
      if (head.includes(' /')) heads.push(head)
      losesAnswer ||= awaited !== undefined && head.includes(awaited.text)
      far.write(chunk)
    })
    far.on('data', (chunk) => {
      if (!losesAnswer) return void near.write(chunk)
      cut()
      awaited?.done()
      awaited = undefined
    })
    near.on('close', () => far.destroy())
    far.on('close', () => {
      near.destroy()
      pairs.delete(pair)
    })
  })
  link.listen(0, '127.0.0.1')
  await once(link, 'listening')
  return {
    url: `http://127.0.0.1:${(link.address() as AddressInfo).port}`,
    cut,
    heal: () => void (isCut = false),
    cutAnswerOf: (text) => new Promise((done) => (awaited = { text, done })),
    delivered: (text) => heads.filter((head) => head.includes(text)).length,
    refused: () => refused,
    close: () => {
      cut()
      link.close()
    },
  }
}
