'use strict'
// Chromium says of whatever its proxy could not reach that its SOCKS connection failed. What it reports to the program that
// started it passes through here, where the door's reason takes that place, in the words of a Chromium without a proxy.
const { Transform } = require('node:stream')

const hidden = 'net::ERR_SOCKS_CONNECTION_FAILED'
const byCode = {
  ECONNREFUSED: 'ERR_CONNECTION_REFUSED',
  ECONNRESET: 'ERR_CONNECTION_RESET',
  EHOSTUNREACH: 'ERR_ADDRESS_UNREACHABLE',
  ENETUNREACH: 'ERR_ADDRESS_UNREACHABLE',
  ENETDOWN: 'ERR_INTERNET_DISCONNECTED',
  EADDRNOTAVAIL: 'ERR_ADDRESS_INVALID',
}
const byKind = {
  dns: 'ERR_NAME_NOT_RESOLVED',
  timeout: 'ERR_CONNECTION_TIMED_OUT',
  policy: 'ERR_NETWORK_ACCESS_DENIED',
  permission: 'ERR_NETWORK_ACCESS_DENIED',
}

const separator = 0

/** The messages of a browser with the true names of its network errors. `ask` asks the door. */
function nameNetworkErrors(source, ask) {
  const addresses = new Addresses()
  let parts = []
  const translated = async (message) => {
    try {
      addresses.learn(message)
      return message.includes(hidden) ? await translate(message, addresses, ask) : message
    } catch {
      return message
    }
  }
  const stream = new Transform({
    async transform(chunk, _encoding, done) {
      let start = 0
      for (let end = chunk.indexOf(separator); end !== -1; end = chunk.indexOf(separator, start)) {
        const message = Buffer.concat([...parts, chunk.subarray(start, end + 1)])
        parts = []
        start = end + 1
        this.push(await translated(message))
      }
      if (start < chunk.length) parts.push(chunk.subarray(start))
      done()
    },
  })
  source.on('error', (error) => stream.destroy(error))
  source.on('close', () => stream.end())
  return source.pipe(stream)
}

async function translate(message, addresses, ask) {
  const text = message.toString('utf8')
  for (const url of addresses.of(text)) {
    const reason = await new Promise((resolve) =>
      ask({ why: url }, (_error, answer) => resolve(answer?.problem ?? null)),
    )
    if (reason !== null) return Buffer.from(text.replaceAll(hidden, JSON.stringify(nameOf(reason)).slice(1, -1)))
  }
  return message
}

function nameOf({ kind, code, message }) {
  const name = `net::${byCode[code] ?? byKind[kind] ?? 'ERR_CONNECTION_FAILED'}`
  return kind === 'policy' ? `${name} (${message})` : name
}

const maxAddresses = 5000
const startOfMessage = 200
const requests = ['"Network.requestWillBeSent"', '"Network.webSocketCreated"']

/** Where the requests of a browser go, by the numbers that its messages have for them. */
class Addresses {
  #urls = new Map()

  learn(message) {
    const start = message.subarray(0, startOfMessage).toString('latin1')
    if (!requests.some((method) => start.includes(method))) return
    const { params } = JSON.parse(message.subarray(0, -1).toString('utf8'))
    this.#urls.delete(params.requestId)
    this.#urls.set(params.requestId, params.request?.url ?? params.url)
    if (this.#urls.size > maxAddresses) this.#urls.delete(this.#urls.keys().next().value)
  }

  /** Hosts and ports that a message may be about, the likeliest first. */
  of(text) {
    const ids = [...text.matchAll(/"(?:requestId|loaderId|networkRequestId)":"([^"]+)"/g)].map(([, id]) => id)
    const known = ids.flatMap((id) => this.#urls.get(id) ?? [])
    const written = text.match(/\b(?:https?|wss?):\/\/[^\s"'\\]+/g) ?? []
    return [...known, ...written].flatMap((url) => placeOf(url) ?? [])
  }
}

function placeOf(text) {
  const url = URL.parse(text)
  if (url === null || url.hostname === '') return null
  const port = Number(url.port || (/^(https|wss):$/.test(url.protocol) ? 443 : 80))
  return { host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port }
}

module.exports = { nameNetworkErrors, nameOf }
