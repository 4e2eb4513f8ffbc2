'use strict'
const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

/** Where versions of Playwright since 1.40 expect the program, below the directory of its revision. */
const places = {
  chromium: ['chrome-linux/chrome', 'chrome-linux64/chrome'],
  'chromium-headless-shell': [
    'chrome-linux/headless_shell',
    'chrome-linux/chrome-headless-shell',
    'chrome-headless-shell-linux64/chrome-headless-shell',
  ],
}

const quoted = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Their Playwright says which revision of Chromium it expects; that of this service stands there, and has its proxy. */
function mapChromium({ root, chromium, proxyUrl, userAgentSuffix }, core) {
  if (chromium === null) return
  const { browsers } = JSON.parse(fs.readFileSync(path.join(core, 'browsers.json'), 'utf8'))
  const script = scriptOf(chromium, proxyUrl, userAgentSuffix)
  for (const { name, revision } of browsers) {
    if (places[name] === undefined) continue
    const folder = path.join(root, 'browsers', `${name.replaceAll('-', '_')}-${revision}`)
    if (fs.existsSync(path.join(folder, 'INSTALLATION_COMPLETE'))) continue
    for (const place of places[name]) write(path.join(folder, place), script)
    for (const mark of ['INSTALLATION_COMPLETE', 'DEPENDENCIES_VALIDATED'])
      fs.writeFileSync(path.join(folder, mark), '')
  }
}

function scriptOf(chromium, proxyUrl, suffix) {
  const variables = Object.entries(chromium.environment)
  const server = proxyUrl?.replace(/^http:/, 'socks5:')
  // As in through-door.ts, but what a suite has started on this machine comes first.
  const proxy = proxyUrl === null ? [] : [`--proxy-server=${server}`, '--proxy-bypass-list=localhost;127.0.0.1;[::1]']
  const agent = userAgentOf(chromium)
  const own = agent === null ? [] : [`--user-agent=${agent} ${suffix}`]
  const options = [...chromium.args, '--no-sandbox', ...proxy, ...own]
  const words = ['env', ...variables.map(([name, value]) => `${name}=${value}`), chromium.program, ...options]
  return `#!/bin/sh\nexec ${words.map(quoted).join(' ')} "$@"\n`
}

/** What it calls itself in every window of its own; tests that name a device have its name. */
function userAgentOf({ program, environment }) {
  try {
    const text = execFileSync(program, ['--version'], { env: { ...environment, HOME: '/tmp' }, encoding: 'utf8' })
    const major = /(\d+)\.\d+\.\d+/.exec(text)[1]
    return `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/${major}.0.0.0 Safari/537.36`
  } catch {
    return null
  }
}

function write(file, script) {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, script)
  fs.chmodSync(file, 0o755)
}

module.exports = { mapChromium }
