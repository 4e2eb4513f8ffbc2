'use strict'
// Loaded into every Node or Bun that a suite starts. Besides the function `totp` it acts in the command line of Playwright alone, before Playwright does:
// whatever shell, script or package manager has started it, its arguments arrive here as they were meant.
const fs = require('node:fs')
const { createRequire } = require('node:module')
const path = require('node:path')

if (process.env.BELFRY_SUITE) {
  const { runtime, clockOffsetMs } = JSON.parse(process.env.BELFRY_SUITE)
  const { offerTotp } = require('../../globals/totp.cjs')
  offerTotp(createRequire(path.join(runtime, 'package.json')), clockOffsetMs)
}

const program = programOf(process.argv[1])
// Playwright may start its command line again, with arguments that have been adjusted, and loaders are threads of it.
if (program !== null && process.env.BELFRY_SUITE && !process.env.BELFRY_SUITE_CONFIG) prepare(program)

function programOf(file) {
  if (!file) return null
  let real = file
  try {
    real = fs.realpathSync(file)
  } catch {}
  return /[/\\](playwright|@playwright[/\\]test)[/\\]cli\.js$/.test(real) ? real : null
}

/**
 * In the project, so that what tests write there finds its packages, and away from its own directories. Watching web servers
 * ignore what is named test-results. `keepFiles` knows this name.
 */
function outputBeside(config) {
  return path.join(path.dirname(config), '.belfry/test-results')
}

function prepare(cli) {
  const settings = JSON.parse(process.env.BELFRY_SUITE)
  const [command, ...words] = process.argv.slice(2)
  if (command === 'install' || command === 'install-deps') {
    process.stdout.write('The browsers of this service are used: nothing is downloaded.\n')
    process.exit(0)
  }
  if (command !== 'test') return
  try {
    const { version, core } = require('./find-playwright.cjs').findPlaywright(cli)
    const { mapChromium } = require('./map-chromium.cjs')
    const { readCommandLine } = require('./command-line.cjs')
    const { wrapConfig } = require('./wrap-config.cjs')
    const line = readCommandLine(words, settings)
    mapChromium(settings, core)
    const config = wrapConfig(line, { ...settings, version })
    for (const name of ['FILE', 'NAME', 'DIR']) delete process.env[`PLAYWRIGHT_JSON_OUTPUT_${name}`]
    const forced = [`--config=${config}`, `--output=${outputBeside(config)}`]
    process.argv.splice(3, process.argv.length, ...line.selection, ...forced, ...line.rest)
  } catch (error) {
    require('./end-with-problem.cjs').endWithProblem(settings, error)
  }
}
