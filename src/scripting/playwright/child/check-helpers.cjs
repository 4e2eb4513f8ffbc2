// What scripts of checks import as helpers. It runs beside user code.
'use strict'

const { createRequire } = require('node:module')

/** That of the runtime, in the working directory. */
const { test } = createRequire(`${process.cwd()}/`)('@playwright/test')

/** Marks the run as degraded, unless it fails. */
function markCheckAsDegraded(reason) {
  test.info().annotations.push({ type: 'belfry:degraded', description: reason === undefined ? '' : String(reason) })
}

/** How long a request took until its response was complete, in milliseconds. */
function getAPIResponseTime(response) {
  const id = response?._initializer?.fetchUid
  const time = globalThis[Symbol.for('belfry.responseTimes')]?.get(id)
  if (time === undefined) throw new Error('getAPIResponseTime needs a response of an API request of this test.')
  return Math.round(time)
}

module.exports = { markCheckAsDegraded, getAPIResponseTime }
