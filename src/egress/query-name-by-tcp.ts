import { randomInt } from 'node:crypto'
import { connect } from 'node:net'
import { dropErrors } from './connect-tcp.ts'
import { errorCode } from './failure.ts'
import { encodeNameQuery, readNameAnswer } from './name-message.ts'
import type { NameAnswer, NameQuestion } from './name-message.ts'

const ids = 0x1_0000

/**
 * Queries over TCP for an answer that was too long for UDP (RFC 7766). Calls `onAnswer` once. Returns how to cancel.
 */
export function queryNameByTcp(
  server: { readonly host: string; readonly port: number },
  question: NameQuestion,
  onAnswer: (answer: NameAnswer) => void,
): () => void {
  const id = randomInt(ids)
  const socket = connect({ host: server.host, port: server.port, noDelay: true })
  let received = Buffer.alloc(0)
  const finish = (answer: NameAnswer): void => {
    socket.removeAllListeners()
    socket.on('error', dropErrors)
    socket.destroy()
    onAnswer(answer)
  }
  socket.once('connect', () => {
    const query = encodeNameQuery(id, question) ?? Buffer.alloc(0)
    const length = Buffer.alloc(2)
    length.writeUInt16BE(query.length)
    socket.write(Buffer.concat([length, query]))
  })
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    if (received.length < 2 || received.length < 2 + received.readUInt16BE(0)) return
    const answer = readNameAnswer(received.subarray(2, 2 + received.readUInt16BE(0)), id, question)
    finish(answer && !('isTruncated' in answer) ? answer : { code: 'EBADRESP' })
  })
  socket.once('end', () => finish({ code: 'ECONNRESET' }))
  socket.once('error', (error) => finish({ code: errorCode(error) }))
  return () => {
    socket.removeAllListeners()
    socket.on('error', dropErrors)
    socket.destroy()
  }
}
