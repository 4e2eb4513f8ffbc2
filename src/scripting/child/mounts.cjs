'use strict'
const fs = require('node:fs')
const path = require('node:path')
const { call, run, text } = require('./system-calls.cjs')

const flags = { nosuid: 2, nodev: 4, noexec: 8, bind: 4096, recursive: 16384, private: 1 << 18 }
const attributes = { readOnly: 1n, nosuid: 2n, nodev: 4n }
const atFdCwd = -100
const atRecursive = 0x8000
const detach = 2
const devices = ['null', 'zero', 'full', 'random', 'urandom']

/** Makes the listed mounts the whole file system of this mount namespace. `base` is an empty directory. */
function buildRoot(base, mounts) {
  run('mount', 'none', '/', null, flags.recursive | flags.private, null)
  run('mount', 'tmpfs', base, 'tmpfs', flags.nosuid | flags.nodev, 'size=1m,mode=755')
  for (const row of mounts) makers[row.kind](row, path.join(base, row.target))
  fs.mkdirSync(path.join(base, '.old'))
  process.chdir(base)
  call('pivot_root', text('.'), text('.old'))
  process.chdir('/')
  call('umount2', text('/.old'), detach)
  fs.rmdirSync('/.old')
  setAttributes('/', attributes.readOnly | attributes.nosuid | attributes.nodev, 0)
}

const makers = {
  bind: bindMount,
  symlink: (row, target) => {
    fs.mkdirSync(path.dirname(target), { recursive: true })
    fs.symlinkSync(row.source, target)
  },
  tmpfs: (row, target) => {
    fs.mkdirSync(target, { recursive: true })
    run('mount', 'tmpfs', target, 'tmpfs', flags.nosuid | flags.nodev, `size=${row.bytes},mode=${row.mode}`)
  },
  proc: (_row, target) => {
    fs.mkdirSync(target, { recursive: true })
    run('mount', 'proc', target, 'proc', flags.nosuid | flags.nodev | flags.noexec, null)
  },
  devices: (_row, target) => {
    fs.mkdirSync(target, { recursive: true })
    for (const name of devices) {
      fs.writeFileSync(path.join(target, name), '')
      run('mount', `/dev/${name}`, path.join(target, name), null, flags.bind, null)
    }
    fs.symlinkSync('/proc/self/fd', path.join(target, 'fd'))
    for (const [index, name] of ['stdin', 'stdout', 'stderr'].entries())
      fs.symlinkSync(`/proc/self/fd/${index}`, path.join(target, name))
  },
}

function bindMount(row, target) {
  const isDirectory = fs.statSync(row.source).isDirectory()
  fs.mkdirSync(isDirectory ? target : path.dirname(target), { recursive: true })
  if (!fs.existsSync(target)) fs.writeFileSync(target, '')
  run('mount', row.source, target, null, flags.bind | flags.recursive, null)
  const added = attributes.nosuid | attributes.nodev | (row.isWritable ? 0n : attributes.readOnly)
  setAttributes(target, added, atRecursive)
}

/** Adds attributes to a mount; unlike a remount it keeps those that an outer namespace has locked. */
function setAttributes(target, added, scope) {
  const bytes = Buffer.alloc(32)
  bytes.writeBigUInt64LE(added, 0)
  call('mount_setattr', atFdCwd, text(target), scope, bytes, bytes.length)
}

const ioctlGetFlags = 0x8913
const ioctlSetFlags = 0x8914
const isUp = 1

/** A new network namespace has a loopback interface that is down. */
function raiseLoopback() {
  const socket = call('socket', 2, 2, 0)
  const request = Buffer.alloc(40)
  request.write('lo')
  call('ioctl', socket, ioctlGetFlags, request)
  request.writeInt16LE(request.readInt16LE(16) | isUp, 16)
  call('ioctl', socket, ioctlSetFlags, request)
  call('close', socket)
}

module.exports = { buildRoot, raiseLoopback }
