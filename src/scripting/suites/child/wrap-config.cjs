'use strict'
const SuiteProblem = require('./suite-problem.cjs')
const fs = require('node:fs')
const path = require('node:path')

const extensions = ['.ts', '.js', '.mts', '.mjs', '.cts', '.cjs']

/**
 * Writes a configuration beside that of the project, so that every relative path in it keeps its meaning, which changes what the
 * service decides and nothing else. Returns its path.
 */
function wrapConfig({ config, reporter, given }, settings) {
  const { file, directory } = findConfig(config)
  process.env.BELFRY_SUITE_CONFIG = JSON.stringify({ ...settings, reporter, given, cwd: process.cwd() })
  const extension = file === null ? '.cjs' : path.extname(file)
  const target = path.join(directory, `belfry-${process.pid}.playwright.config${extension}`)
  fs.writeFileSync(target, textOf(file, extension))
  return target
}

function findConfig(named) {
  const place = path.resolve(named ?? '.')
  if (!fs.existsSync(place))
    throw new SuiteProblem(`The test command names the configuration ${named}, which is not there.`)
  if (!fs.statSync(place).isDirectory()) return { file: place, directory: path.dirname(place) }
  const file = extensions.map((extension) => path.join(place, `playwright.config${extension}`)).find(fs.existsSync)
  return { file: file ?? null, directory: place }
}

const adjust = JSON.stringify(path.join(__dirname, 'adjust-config.cjs'))

function textOf(file, extension) {
  if (file === null) return `module.exports = require(${adjust})({})\n`
  const own = JSON.stringify(`./${path.basename(file)}`)
  if (extension === '.cjs' || extension === '.cts') return `module.exports = require(${adjust})(require(${own}))\n`
  // Imported, it would be loaded by Playwright, whose loader waits for this thread in some versions, while this thread waits
  // for it wherever Node 22 meets a require().
  return `import { createRequire } from 'node:module'\nimport * as own from ${own}\nexport default createRequire(${adjust})(${adjust})(own)\n`
}

module.exports = { wrapConfig }
