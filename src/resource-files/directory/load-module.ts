import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

/** The whole worker: it hands over plain data, so that what is not data is reported. */
const program = `
const { parentPort, workerData } = require('node:worker_threads')
import(workerData).then(
  (module) => parentPort.postMessage({ value: JSON.parse(JSON.stringify(module.default ?? null)) }),
  (error) => parentPort.postMessage({ error: String(error?.message ?? error) }),
)`

/** Modules are told by what is in them, without a word about package.json. */
const execArgv = ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON']

/**
 * The value that a module exports by default, as plain data. Each call runs the module and all that it imports again, as
 * they are then.
 */
export async function loadModule(file: string): Promise<unknown> {
  const worker = new Worker(program, { eval: true, workerData: pathToFileURL(file).href, execArgv })
  try {
    return await valueFrom(worker)
  } finally {
    await worker.terminate()
  }
}

type Answer = { readonly value: unknown } | { readonly error: string }

function valueFrom(worker: Worker): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  worker.once('message', (answer: Answer) =>
    'error' in answer ? reject(new Error(answer.error)) : resolve(answer.value),
  )
  worker.once('error', reject)
  worker.once('exit', () => reject(new Error('it ended the process.')))
  return promise
}
