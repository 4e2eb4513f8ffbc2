'use strict'
const fs = require('node:fs')
const { call, tryCall } = require('./system-calls.cjs')

const rightsOfFile = { execute: 1n, write: 2n, read: 4n, truncate: 1n << 14n, ioctl: 1n << 15n }
const listing = 8n
const refer = 1n << 13n
/** The rights a kernel knows: each ABI added some. */
const handledSince = [
  [1, (1n << 13n) - 1n],
  [2, refer],
  [3, rightsOfFile.truncate],
  [5, rightsOfFile.ioctl],
]
const scopedSince = 6
const scopes = { abstractSockets: 1n, signals: 2n }
const versionFlag = 1
const beneathPath = 1
const path0 = 0x200000

/** The version of Landlock in this kernel, 0 without it. */
const landlockVersion = () => Math.max(0, tryCall('landlock_create_ruleset', 0, 0, versionFlag))

/**
 * Confines this thread, and whatever it starts, to the paths: `readable` may be read and executed, `writable` changed
 * as well. From version 6 on no signal and no abstract socket reaches a process outside. Returns the version.
 */
function applyLandlock({ readable, writable }) {
  const version = landlockVersion()
  if (version === 0) return 0
  const handled = handledSince.reduce((sum, [since, bits]) => (version >= since ? sum | bits : sum), 0n)
  const attributes = Buffer.alloc(24)
  attributes.writeBigUInt64LE(handled, 0)
  if (version >= scopedSince) attributes.writeBigUInt64LE(scopes.abstractSockets | scopes.signals, 16)
  const size = version >= scopedSince ? 24 : 8
  const ruleset = call('landlock_create_ruleset', attributes, size, 0)
  const reading = rightsOfFile.execute | rightsOfFile.read | listing
  for (const path of readable) allow(ruleset, path, reading & handled)
  for (const path of writable) allow(ruleset, path, handled)
  call('landlock_restrict_self', ruleset, 0)
  call('close', ruleset)
  return version
}

const anyFileRight = Object.values(rightsOfFile).reduce((sum, bits) => sum | bits, 0n)

function allow(ruleset, path, rights) {
  let descriptor
  try {
    descriptor = fs.openSync(path, path0)
  } catch {
    return
  }
  const isDirectory = fs.fstatSync(descriptor).isDirectory()
  const rule = Buffer.alloc(12)
  rule.writeBigUInt64LE(isDirectory ? rights : rights & anyFileRight, 0)
  rule.writeInt32LE(descriptor, 8)
  call('landlock_add_rule', ruleset, beneathPath, rule, 0)
  fs.closeSync(descriptor)
}

module.exports = { applyLandlock, landlockVersion }
