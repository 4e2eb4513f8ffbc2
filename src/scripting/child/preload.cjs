'use strict'
// Lets connections of this process go through the door, the only way out of the wall. It is a convenience: without it
// nothing is reachable.
const { ChildProcess } = require('node:child_process')
const dns = require('node:dns')
const fs = require('node:fs')
const http = require('node:http')
const net = require('node:net')
const path = require('node:path')
const tls = require('node:tls')

const door = process.env.BELFRY_DOOR
const control = path.join(door, 'control')
const connectDirectly = Reflect.get(net.Socket.prototype, 'connect')

const problem = (code, message, fields) => Object.assign(new Error(message), { code, ...fields })

/** Asks the door; the answer is an object. */
function ask(question, answer) {
  const request = http.request({ socketPath: control, method: 'POST', path: '/', agent: false }, (response) => {
    let text = ''
    response.setEncoding('utf8')
    response.on('data', (part) => (text += part))
    response.once('end', () => {
      try {
        answer(null, JSON.parse(text))
      } catch {
        answer(problem('ECONNRESET', 'The door of this run closed.'), null)
      }
    })
  })
  request.once('error', () => answer(problem('ENETUNREACH', 'The door of this run is closed.'), null))
  request.end(JSON.stringify(question))
  return request
}

net.Socket.prototype.connect = function connect(...args) {
  const [options, listener] = Array.isArray(args[0]) && args.length === 1 ? args[0] : net._normalizeArgs(args)
  const host = options.host || 'localhost'
  const port = Number(options.port)
  if (options.path || isLoopback(host, port)) return connectDirectly.apply(this, args)
  if (listener) this.once('connect', listener)
  this.connecting = true
  if (this.writable === false) this.writable = true
  const request = ask({ connect: { host, port, family: options.family } }, (error, answer) => {
    if (this.destroyed) return
    if (error || answer.problem) return this.destroy(error ?? connectProblem(answer.problem, host, port))
    this.emit('lookup', null, answer.address, net.isIP(answer.address), host)
    for (const [name, value] of Object.entries(remoteOf(answer, port)))
      Object.defineProperty(this, name, { value, configurable: true })
    connectDirectly.call(this, { path: path.join(door, answer.socket) })
  })
  this.once('close', () => request.destroy())
  return this
}

const connectTlsDirectly = tls.connect

/** TLS over a socket of its own: one that TLS makes itself is for TCP, and the door has none. */
tls.connect = function connect(...args) {
  const [options, listener] = net._normalizeArgs(args)
  // The arguments after port and host are options as well.
  const given = Object.assign({}, ...args.filter((arg) => typeof arg === 'object' && arg !== null), options)
  const host = given.host || 'localhost'
  if (given.socket || given.path || isLoopback(host, Number(given.port))) return connectTlsDirectly.apply(this, args)
  const { port, family, lookup } = given
  const socket = new net.Socket()
  const secured = connectTlsDirectly({ ...given, host, socket }, listener)
  socket.once('lookup', (...found) => secured.emit('lookup', ...found))
  socket.once('error', (error) => secured.destroy(error))
  socket.connect({ host, port, family, lookup })
  return secured
}

const remoteOf = (answer, port) => ({
  remoteAddress: answer.address,
  remotePort: port,
  remoteFamily: `IPv${net.isIP(answer.address)}`,
})

/** The words and fields of Node, and behind them the reason. */
const connectProblem = ({ code, kind, message }, host, port) =>
  kind === 'dns'
    ? problem(code, `getaddrinfo ${code} ${host}: ${message}`, { syscall: 'getaddrinfo', hostname: host })
    : problem(code, `connect ${code} ${host}:${port}: ${message}`, { syscall: 'connect', address: host, port })

/** What listens on the loopback of this run is meant first, for example a web server that a test has started. */
const isLoopback = (host, port) =>
  /^(localhost|127(\.\d+){3}|::1|\[::1\])$/i.test(host) && (listensIn('tcp', port) || listensIn('tcp6', port))

const listening = '0A'

function listensIn(table, port) {
  try {
    const wanted = port.toString(16).toUpperCase().padStart(4, '0')
    return fs
      .readFileSync(`/proc/net/${table}`, 'latin1')
      .split('\n')
      .some((line) => {
        const [, local = '', , state] = line.trim().split(/\s+/)
        return state === listening && local.endsWith(`:${wanted}`)
      })
  } catch {
    return false
  }
}

const lookupDirectly = dns.lookup

function lookup(hostname, options, callback = options) {
  const { all = false, family = 0 } =
    typeof options === 'object' && options !== null ? options : { family: Number(options) || 0 }
  if (!hostname || net.isIP(hostname) || hostname === 'localhost') return lookupDirectly(hostname, options, callback)
  ask({ resolve: { host: hostname, family } }, (error, answer) => {
    if (error || answer.problem)
      return callback(error ?? connectProblem({ ...answer.problem, code: 'ENOTFOUND' }, hostname))
    const found = { address: answer.address, family: net.isIP(answer.address) }
    if (all) callback(null, [found])
    else callback(null, found.address, found.family)
  })
  return {}
}

dns.lookup = lookup
dns.promises.lookup = (hostname, options) =>
  new Promise((resolve, reject) => {
    lookup(hostname, options ?? {}, (error, address, family) => {
      if (error) reject(error)
      else resolve(Array.isArray(address) ? address : { address, family })
    })
  })
const spawnDirectly = ChildProcess.prototype.spawn
/** The descriptor on which Chromium writes its messages to the program that started it. */
const reports = 4

ChildProcess.prototype.spawn = function spawn(options) {
  const result = spawnDirectly.call(this, options)
  const isBrowser = options?.args?.some((arg) => String(arg) === '--remote-debugging-pipe')
  if (!isBrowser || !this.stdio?.[reports]) return result
  // Not before: where there is no file system of its own, and no browser, Node may not look for a package around it.
  const { nameNetworkErrors } = require('./network-errors.cjs')
  this.stdio[reports] = nameNetworkErrors(this.stdio[reports], ask)
  return result
}

require('node:module').syncBuiltinESMExports()
