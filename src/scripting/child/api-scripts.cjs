// The program in which the scripts around the request of one API check run, inside the sandbox. One JSON message a line
// arrives and leaves over file descriptor 3: first { ready }, then a job, then one script after the other. The scripts
// share `process.env` and their modules. What leaves here is as hostile as the scripts, so the host validates it.
'use strict'

const { Socket } = require('node:net')
const { collectLogs } = require('./script-logs.cjs')
const { ScriptModules } = require('./script-modules.cjs')
const { describeError } = require('./script-errors.cjs')

// Kept from before any script, which may replace them.
const { parse, stringify } = JSON
const { entries } = Object

const channel = new Socket({ fd: 3, readable: true, writable: true })
const send = (message) => channel.write(`${stringify(message)}\n`)
const logs = collectLogs((lines) => send({ type: 'log', lines }))

let modules
const takeStray = (error) => send({ type: 'stray', ...describeError(error) })
/** Errors of timers and promises that nobody waits for belong to the script that runs, or ran last. */
let fail = takeStray
process.on('uncaughtException', (error) => fail(error))
process.on('unhandledRejection', (error) => fail(error))
process.removeAllListeners('warning')

const handlers = {
  job({ environment, packages, snippets }) {
    Object.assign(process.env, environment)
    modules = new ScriptModules(packages, snippets)
  },
  async script({ phase, script, dependencies, request, response, environment }) {
    Object.assign(process.env, environment)
    Object.assign(globalThis, { request }, response && { response })
    const failed = new Promise((_resolve, reject) => {
      fail = reject
    })
    const outcome = await Promise.race([modules.run(script, dependencies), failed])
      .then(() => outcomeOf(phase))
      .catch((error) => stringify({ type: 'failed', ...describeError(error) }))
    fail = takeStray
    failed.catch(() => {})
    logs.flush()
    channel.write(`${outcome}\n`)
  },
}

/** What the script changed, as text: the request by setup, the body by teardown, and the variables. */
function outcomeOf(phase) {
  const environment = Object.fromEntries(entries(process.env))
  const { request, response } = globalThis
  try {
    const changed = phase === 'setup' ? stringify(request) : `{"body":${stringify(response?.body) ?? null}}`
    // Written piece by piece: a script may have changed how objects become JSON.
    const name = phase === 'setup' ? 'request' : 'response'
    return `{"type":"done","${name}":${changed ?? null},"environment":${stringify(environment)}}`
  } catch (error) {
    error.message = `The ${phase === 'setup' ? 'request' : 'response'} cannot be passed on: ${error.message}`
    throw error
  }
}

let rest = ''
channel.setEncoding('utf8')
channel.on('data', (text) => {
  const lines = (rest + text).split('\n')
  rest = lines.pop()
  for (const line of lines) {
    const message = parse(line)
    void handlers[message.type]?.(message)
  }
})
channel.on('end', () => process.exit(0))
channel.on('error', () => process.exit(0))

/** Runs a script of no effect, so that the first one of a run finds everything loaded. */
async function warmUp() {
  const sample = new ScriptModules(__dirname, [])
  await sample.run(`
    for (const id of ['buffer', 'crypto', 'https', 'url', 'util', 'zlib']) require(id)
    require('crypto').createHmac('sha256', 'key').update(Buffer.from('text')).digest('hex')
    return JSON.parse(JSON.stringify({ ...process.env, at: new Date().toISOString(), url: new URL('http://localhost/').href }))`)
}

/** Scripts see the variables of their run alone. Without TZ the time zone is detected again, which takes milliseconds. */
function clearEnvironment() {
  for (const key of Object.keys(process.env)) delete process.env[key]
}

clearEnvironment()
void warmUp().then(() => {
  logs.captureConsole()
  send({ ready: true })
})
