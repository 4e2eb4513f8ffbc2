'use strict'
const { call, pointerTo } = require('./system-calls.cjs')

/** Calls that no script and no browser needs, and that break out of walls or widen what of the kernel is exposed. */
const denied = {
  x64: {
    shmget: 29,
    msgget: 68,
    semget: 64,
    ptrace: 101,
    syslog: 103,
    personality: 135,
    ustat: 136,
    sysfs: 139,
    vhangup: 153,
    modify_ldt: 154,
    pivot_root: 155,
    _sysctl: 156,
    adjtimex: 159,
    chroot: 161,
    acct: 163,
    settimeofday: 164,
    mount: 165,
    umount2: 166,
    swapon: 167,
    swapoff: 168,
    reboot: 169,
    sethostname: 170,
    setdomainname: 171,
    iopl: 172,
    ioperm: 173,
    create_module: 174,
    init_module: 175,
    delete_module: 176,
    quotactl: 179,
    nfsservctl: 180,
    lookup_dcookie: 212,
    clock_settime: 227,
    mbind: 237,
    set_mempolicy: 238,
    get_mempolicy: 239,
    kexec_load: 246,
    add_key: 248,
    request_key: 249,
    keyctl: 250,
    migrate_pages: 256,
    unshare: 272,
    move_pages: 279,
    vmsplice: 278,
    perf_event_open: 298,
    fanotify_init: 300,
    name_to_handle_at: 303,
    open_by_handle_at: 304,
    clock_adjtime: 305,
    setns: 308,
    process_vm_readv: 310,
    process_vm_writev: 311,
    kcmp: 312,
    finit_module: 313,
    kexec_file_load: 320,
    bpf: 321,
    userfaultfd: 323,
  },
  arm64: {
    shmget: 194,
    msgget: 186,
    semget: 190,
    lookup_dcookie: 18,
    quotactl: 60,
    vmsplice: 75,
    acct: 89,
    personality: 92,
    unshare: 97,
    kexec_load: 104,
    init_module: 105,
    delete_module: 106,
    clock_settime: 112,
    syslog: 116,
    ptrace: 117,
    reboot: 142,
    sethostname: 161,
    setdomainname: 162,
    settimeofday: 170,
    adjtimex: 171,
    umount2: 39,
    mount: 40,
    pivot_root: 41,
    chroot: 51,
    vhangup: 58,
    nfsservctl: 42,
    swapon: 224,
    swapoff: 225,
    add_key: 217,
    request_key: 218,
    keyctl: 219,
    mbind: 235,
    get_mempolicy: 236,
    set_mempolicy: 237,
    migrate_pages: 238,
    move_pages: 239,
    perf_event_open: 241,
    fanotify_init: 262,
    name_to_handle_at: 264,
    open_by_handle_at: 265,
    clock_adjtime: 266,
    setns: 268,
    process_vm_readv: 270,
    process_vm_writev: 271,
    kcmp: 272,
    finit_module: 273,
    bpf: 280,
    userfaultfd: 282,
    kexec_file_load: 294,
  },
}
/** The same numbers on every processor. io_uring would do what the filter forbids without a system call. */
const deniedEverywhere = {
  io_uring_setup: 425,
  io_uring_enter: 426,
  io_uring_register: 427,
  open_tree: 428,
  move_mount: 429,
  fsopen: 430,
  fsconfig: 431,
  fsmount: 432,
  fspick: 433,
  mount_setattr: 442,
  quotactl_fd: 443,
  memfd_secret: 447,
  process_madvise: 440,
  open_tree_attr: 467,
}
const architectures = {
  x64: { id: 0xc000003e, clone: 56, socket: 41, ioctl: 16, connect: 42 },
  arm64: { id: 0xc00000b7, clone: 220, socket: 198, ioctl: 29, connect: 203 },
}
const clone3 = 435
const newestKnown = 470
const otherCallTables = 0x40000000
const newNamespaces = 0x7e020080
const pushesInput = [0x5412, 0x541c]
const families = { unix: 1, inet: 2, inet6: 10, netlink: 16 }
/** SOCK_RAW and SOCK_CLOEXEC. */
const closedOnExec = 0x80003
const netlinkRoute = 0
const errors = { EPERM: 1, ENOSYS: 38, EAFNOSUPPORT: 97 }

const code = { load: 0x20, equal: 0x15, atLeast: 0x35, anyBit: 0x45, end: 0x06 }
const at = { number: 0, architecture: 4, argument: (index) => 16 + 8 * index }
const allowed = 0x7fff0000
const killed = 0x80000000
const failing = (error) => 0x00050000 | error

const load = (offset) => [code.load, 0, 0, offset]
const end = (answer) => [code.end, 0, 0, answer]
const whenEqual = (value, answer) => [[code.equal, 0, 1, value], end(answer)]
const whenAtLeast = (value, answer) => [[code.atLeast, 0, 1, value], end(answer)]

/** Instructions that apply to one system call only, and look at one of its arguments. */
const ofCall = (number, argument, body) => [
  [code.equal, 0, body.length + 2, number],
  load(at.argument(argument)),
  ...body,
  load(at.number),
]

/**
 * Of netlink only what getifaddrs(3) opens to list the interfaces of the namespace; changing them needs a capability. Chromium
 * opens it in another way (without SOCK_CLOEXEC), and would find that it is offline, as there is only a loopback.
 */
const ownSockets = [
  [code.equal, 8, 0, families.unix],
  [code.equal, 7, 0, families.inet],
  [code.equal, 6, 0, families.inet6],
  [code.equal, 0, 4, families.netlink],
  load(at.argument(1)),
  [code.equal, 0, 2, closedOnExec],
  load(at.argument(2)),
  [code.equal, 1, 0, netlinkRoute],
  end(failing(errors.EAFNOSUPPORT)),
]

/** The program of the filter, as rows of (code, jump if true, jump if false, operand). */
function filterProgram({ processor, sockets }) {
  const machine = architectures[processor]
  const isOwn = sockets === 'own namespace'
  return [
    load(at.architecture),
    [code.equal, 1, 0, machine.id],
    end(killed),
    load(at.number),
    ...whenAtLeast(otherCallTables, failing(errors.ENOSYS)),
    ...whenAtLeast(newestKnown, failing(errors.ENOSYS)),
    // The C library then uses clone, whose flags can be seen here.
    ...whenEqual(clone3, failing(errors.ENOSYS)),
    ...Object.values({ ...denied[processor], ...deniedEverywhere }).flatMap((number) =>
      whenEqual(number, failing(errors.EPERM)),
    ),
    ...ofCall(machine.clone, 0, [[code.anyBit, 0, 1, newNamespaces], end(failing(errors.EPERM))]),
    ...ofCall(machine.socket, 0, isOwn ? ownSockets : [end(failing(errors.EAFNOSUPPORT))]),
    ...ofCall(
      machine.ioctl,
      1,
      pushesInput.flatMap((request) => whenEqual(request, failing(errors.EPERM))),
    ),
    ...(isOwn ? [] : whenEqual(machine.connect, failing(errors.EPERM))),
    end(allowed),
  ]
}

const setFilter = { option: 22, mode: 2 }

/** Forbids this thread, and whatever it starts, the listed system calls. Needs no_new_privs. */
function applySeccomp(sockets) {
  const rows = filterProgram({ processor: process.arch, sockets })
  const program = Buffer.alloc(rows.length * 8)
  for (const [index, [operation, yes, no, operand]] of rows.entries()) {
    program.writeUInt16LE(operation, index * 8)
    program.writeUInt8(yes, index * 8 + 2)
    program.writeUInt8(no, index * 8 + 3)
    program.writeUInt32LE(operand >>> 0, index * 8 + 4)
  }
  const header = Buffer.alloc(16)
  header.writeUInt16LE(rows.length, 0)
  header.writeBigUInt64LE(BigInt(pointerTo(program)), 8)
  call('prctl', setFilter.option, setFilter.mode, header)
}

module.exports = { applySeccomp, filterProgram }
