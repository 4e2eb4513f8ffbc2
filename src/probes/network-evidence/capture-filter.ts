import ipaddr from 'ipaddr.js'
import type { IpFamily } from '#egress'

/** One TCP connection: the only packets that a capture may see, with the ICMP errors about them. */
export interface ConnectionTuple {
  readonly family: IpFamily
  readonly localAddress: string
  readonly localPort: number
  readonly address: string
  readonly port: number
}

/** How much of each packet is kept. */
export const keptBytes = 256

type Label = string
interface Instruction {
  readonly code: number
  readonly k: number
  readonly yes?: Label
  readonly no?: Label
}
type Line = Instruction | Label

const loadByte = (k: number): Instruction => ({ code: 0x30, k })
const loadHalf = (k: number): Instruction => ({ code: 0x28, k })
const loadWord = (k: number): Instruction => ({ code: 0x20, k })
const loadByteBehind = (k: number): Instruction => ({ code: 0x50, k })
const loadHalfBehind = (k: number): Instruction => ({ code: 0x48, k })
const loadWordBehind = (k: number): Instruction => ({ code: 0x40, k })
/** The length of the IPv4 header at the start of the packet, which the loads "behind" add. */
const headerLength: Instruction = { code: 0xb1, k: 0 }
const equals = (k: number, yes?: Label, no?: Label): Instruction => jump(0x15, k, yes, no)
const hasBits = (k: number, yes?: Label, no?: Label): Instruction => jump(0x45, k, yes, no)
const jump = (code: number, k: number, yes?: Label, no?: Label): Instruction => ({
  code,
  k,
  ...(yes !== undefined && { yes }),
  ...(no !== undefined && { no }),
})
const leave = (k: number): Instruction => ({ code: 0x06, k })

/** The metadata that the system has of a packet. */
const ancillary = { protocol: 0xffff_f000, packetType: 0xffff_f004, deviceType: 0xffff_f01c } as const
const loopbackDevice = 772
const outgoing = 4

/** Packets on loopback pass twice; they are kept when they arrive. */
const onceOnLoopback: readonly Line[] = [
  loadHalf(ancillary.deviceType),
  equals(loopbackDevice, undefined, 'protocol'),
  loadByte(ancillary.packetType),
  equals(outgoing, 'drop'),
  'protocol',
]

const words = (address: string): number[] => {
  const bytes = Buffer.from(ipaddr.parse(address).toByteArray())
  return Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readUInt32BE(4 * index))
}

/** Compares an address at a place; a difference jumps to `no`. */
const isAddress = (address: string, at: number, no: Label, load = loadWord): Line[] =>
  words(address).flatMap((word, index) => [load(at + 4 * index), equals(word, undefined, no)])

const forms: Readonly<Record<IpFamily, (tuple: ConnectionTuple) => readonly Line[]>> = {
  IPv4: ({ localAddress, localPort, address, port }) => [
    loadHalf(ancillary.protocol),
    equals(0x0800, undefined, 'drop'),
    headerLength,
    loadHalf(6),
    hasBits(0x1fff, 'drop'),
    loadByte(9),
    equals(1, 'icmp'),
    equals(6, undefined, 'drop'),
    ...isAddress(localAddress, 12, 'back'),
    ...isAddress(address, 16, 'back'),
    loadHalfBehind(0),
    equals(localPort, undefined, 'back'),
    loadHalfBehind(2),
    equals(port, 'keep', 'back'),
    'back',
    ...isAddress(address, 12, 'drop'),
    ...isAddress(localAddress, 16, 'drop'),
    loadHalfBehind(0),
    equals(port, undefined, 'drop'),
    loadHalfBehind(2),
    equals(localPort, 'keep', 'drop'),
    'icmp',
    ...isAddress(localAddress, 16, 'drop'),
    loadByteBehind(17),
    equals(6, undefined, 'drop'),
    ...isAddress(localAddress, 20, 'drop', loadWordBehind),
    ...isAddress(address, 24, 'drop', loadWordBehind),
    loadHalfBehind(28),
    equals(localPort, undefined, 'drop'),
    loadHalfBehind(30),
    equals(port, 'keep', 'drop'),
  ],
  IPv6: ({ localAddress, localPort, address, port }) => [
    loadHalf(ancillary.protocol),
    equals(0x86dd, undefined, 'drop'),
    loadByte(6),
    equals(58, 'icmp'),
    equals(6, undefined, 'drop'),
    ...isAddress(localAddress, 8, 'back'),
    ...isAddress(address, 24, 'back'),
    loadHalf(40),
    equals(localPort, undefined, 'back'),
    loadHalf(42),
    equals(port, 'keep', 'back'),
    'back',
    ...isAddress(address, 8, 'drop'),
    ...isAddress(localAddress, 24, 'drop'),
    loadHalf(40),
    equals(port, undefined, 'drop'),
    loadHalf(42),
    equals(localPort, 'keep', 'drop'),
    'icmp',
    ...isAddress(localAddress, 24, 'drop'),
    loadByte(54),
    equals(6, undefined, 'drop'),
    ...isAddress(localAddress, 56, 'drop'),
    ...isAddress(address, 72, 'drop'),
    loadHalf(88),
    equals(localPort, undefined, 'drop'),
    loadHalf(90),
    equals(port, 'keep', 'drop'),
  ],
}

/** The program that the system applies to every packet before this process sees it (packet(7), SO_ATTACH_FILTER). */
export function captureFilter(tuple: ConnectionTuple): Buffer {
  const lines = [...onceOnLoopback, ...forms[tuple.family](tuple), 'drop', leave(0), 'keep', leave(keptBytes)]
  return assemble(lines)
}

const instructionBytes = 8

function assemble(lines: readonly Line[]): Buffer {
  const places = new Map<Label, number>()
  const instructions: Instruction[] = []
  for (const line of lines) {
    if (typeof line === 'string') places.set(line, instructions.length)
    else instructions.push(line)
  }
  const bytes = Buffer.alloc(instructionBytes * instructions.length)
  for (const [index, { code, k, yes, no }] of instructions.entries()) {
    const distance = (label: Label | undefined): number =>
      label === undefined ? 0 : (places.get(label) ?? 0) - index - 1
    const at = instructionBytes * index
    bytes.writeUInt16LE(code, at)
    bytes.writeUInt8(distance(yes), at + 2)
    bytes.writeUInt8(distance(no), at + 3)
    bytes.writeUInt32LE(k, at + 4)
  }
  return bytes
}
