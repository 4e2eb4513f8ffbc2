'use strict'
const fs = require('node:fs')
const path = require('node:path')

const hook = path.join(__dirname, 'hook.cjs')

/** For the commands of the user: the variables of the suite, and what no suite may replace. */
function environmentOf(root, job, clockOffsetMs) {
  const own = job.environment
  return {
    FORCE_COLOR: '0',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
    npm_config_fetch_retry_mintimeout: '1000',
    npm_config_fetch_retry_maxtimeout: '5000',
    YARN_ENABLE_TELEMETRY: '0',
    ...(job.authorities !== null && { NODE_EXTRA_CA_CERTS: job.authorities }),
    ...own,
    ...proxyOf(job.proxyUrl),
    HOME: root,
    TMPDIR: fs.mkdtempSync(path.join(root, 'tmp-')),
    PATH: [path.join(root, 'bin'), '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
    NODE_OPTIONS: [process.env.NODE_OPTIONS, `--require=${hook}`, own.NODE_OPTIONS].filter(Boolean).join(' '),
    BUN_OPTIONS: `--preload=${hook}`,
    ...(process.env.BELFRY_DOOR && { BELFRY_DOOR: process.env.BELFRY_DOOR }),
    PLAYWRIGHT_BROWSERS_PATH: path.join(root, 'browsers'),
    PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
    PLAYWRIGHT_HTML_OPEN: 'never',
    PW_TEST_HTML_REPORT_OPEN: 'never',
    BELFRY_SUITE: JSON.stringify({ ...job.run, root, clockOffsetMs, proxyUrl: job.proxyUrl, chromium: job.chromium }),
  }
}

/** Nobody is at a screen: package managers ask nothing then. The tests themselves decide much by this variable. */
const forInstallation = (environment) => ({ CI: 'true', ...environment })

const proxyOf = (url) => {
  if (url === null) return {}
  const proxy = { HTTP_PROXY: url, HTTPS_PROXY: url, NO_PROXY: 'localhost,127.0.0.1,::1' }
  const lowercase = Object.entries(proxy).map(([name, value]) => [name.toLowerCase(), value])
  return { ...proxy, ...Object.fromEntries(lowercase) }
}

module.exports = { environmentOf, forInstallation }
