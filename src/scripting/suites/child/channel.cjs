'use strict'
// The first process of a suite speaks with the service over descriptor 3: one JSON document a line.
const net = require('node:net')

const socket = new net.Socket({ fd: 3 })
const received = []
const readers = []
let rest = ''
socket.setEncoding('utf8')
socket.on('error', () => {})
socket.on('data', (text) => {
  const lines = (rest + text).split('\n')
  rest = lines.pop()
  for (const line of lines) {
    const reader = readers.shift()
    if (reader) reader(JSON.parse(line))
    else received.push(JSON.parse(line))
  }
})

/** Resolves when it has left this process, which slows down whatever writes faster than the service reads. */
const send = (message) => new Promise((resolve) => socket.write(`${JSON.stringify(message)}\n`, () => resolve()))

const receive = () =>
  received.length > 0 ? Promise.resolve(received.shift()) : new Promise((resolve) => readers.push(resolve))

/** Sends a question and resolves with the next message, which answers it. */
async function ask(question) {
  await send(question)
  return receive()
}

const close = () => new Promise((resolve) => socket.end(resolve))

module.exports = { send, receive, ask, close }
