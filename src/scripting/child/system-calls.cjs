'use strict'
const os = require('node:os')
const koffi = require('koffi')

const library = koffi.load(null)
const syscall = library.func('int64_t syscall(int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t)')
const names = new Map(Object.entries(os.constants.errno).map(([name, code]) => [code, name]))

/** Numbers of Linux, which differ between processors only for calls older than 2019. */
const numbers = {
  x64: {
    prctl: 157,
    capset: 126,
    setgroups: 116,
    setresuid: 117,
    setresgid: 119,
    pivot_root: 155,
    socket: 41,
    ioctl: 16,
    close: 3,
    umount2: 166,
    sethostname: 170,
    fcntl: 72,
  },
  arm64: {
    prctl: 167,
    capset: 91,
    setgroups: 159,
    setresuid: 147,
    setresgid: 149,
    pivot_root: 41,
    socket: 198,
    ioctl: 29,
    close: 57,
    umount2: 39,
    sethostname: 161,
    fcntl: 25,
  },
}[process.arch]
const common = {
  close_range: 436,
  mount_setattr: 442,
  landlock_create_ruleset: 444,
  landlock_add_rule: 445,
  landlock_restrict_self: 446,
}

class SystemCallError extends Error {
  constructor(what, errno) {
    super(`${what}: ${names.get(errno) ?? errno}`)
    this.code = names.get(errno) ?? String(errno)
  }
}

/** Memory that system calls were given must not be collected before they are over. */
const kept = []
function pointerTo(bytes) {
  kept.push(bytes)
  return koffi.address(bytes)
}

/** Calls the kernel on this thread alone, unlike the functions of libc. Returns its answer, or throws its error. */
function call(name, ...args) {
  const result = tryCall(name, ...args)
  if (result < 0) throw new SystemCallError(name, koffi.errno())
  return result
}

function tryCall(name, ...args) {
  const values = args.map((value) => (Buffer.isBuffer(value) ? pointerTo(value) : value))
  while (values.length < 6) values.push(0)
  return Number(syscall(common[name] ?? numbers[name], ...values))
}

const text = (value) => Buffer.from(`${value}\0`)

const functions = {
  mount: library.func('int mount(const char *, const char *, const char *, uint64_t, const char *)'),
  setrlimit: library.func('int setrlimit(int, void *)'),
  execve: library.func('int execve(const char *, const char **, const char **)'),
  signal: library.func('intptr_t signal(int, intptr_t)'),
}

/** Calls a function of libc that answers 0 or -1. Throws its error. */
function run(name, ...args) {
  const result = Number(functions[name](...args))
  if (result !== 0)
    throw new SystemCallError(`${name} ${args.find((arg) => typeof arg === 'string') ?? ''}`, koffi.errno())
}

module.exports = { call, tryCall, run, text, pointerTo, functions, SystemCallError }
