'use strict'
const SuiteProblem = require('./suite-problem.cjs')
const fs = require('node:fs')
const { createRequire } = require('node:module')
const path = require('node:path')

const oldest = [1, 40]

/** The version of the Playwright that is about to run, and where its core is. Throws when it is too old. */
function findPlaywright(cli) {
  const { version } = JSON.parse(fs.readFileSync(path.join(path.dirname(cli), 'package.json'), 'utf8'))
  const [major, minor] = version.split('.').map(Number)
  if (major < oldest[0] || (major === oldest[0] && minor < oldest[1]))
    throw new SuiteProblem(`The project has Playwright ${version}; suites need ${oldest.join('.')} or later.`)
  return { version, core: coreOf(cli) }
}

function coreOf(cli) {
  const direct = createRequire(cli)
  try {
    return path.dirname(direct.resolve('playwright-core/package.json'))
  } catch {
    const between = createRequire(direct.resolve('playwright/package.json'))
    return path.dirname(between.resolve('playwright-core/package.json'))
  }
}

module.exports = { findPlaywright }
