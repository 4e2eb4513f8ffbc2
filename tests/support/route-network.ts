import { spawn, spawnSync } from 'node:child_process'

/**
 * A separate network for one command: this machine, two routers and a target, three hops away at `target` and
 * `target6`. The first router says of `unreachableTarget` that no way leads there. Whatever is started ends with the command.
 */
export const target = '10.7.3.2'
export const target6 = 'fd07:3::2'
export const unreachableTarget = '10.8.0.1'
export const routers = ['10.7.1.2', '10.7.2.2']

const inside = (namespace: string, words: string): string => `nsenter -t $${namespace} -n ${words}`
const ip = (namespace: string, ...lines: readonly string[]): readonly string[] =>
  lines.map((line) => inside(namespace, `ip ${line}`))
const forwards = (namespace: string): string =>
  inside(namespace, `sh -c 'echo 1 > /proc/sys/net/ipv4/ip_forward; echo 1 > /proc/sys/net/ipv6/conf/all/forwarding'`)
const unlimited = (namespace: string): string =>
  inside(namespace, `sh -c 'echo 0 > /proc/sys/net/ipv4/icmp_ratelimit; echo 0 > /proc/sys/net/ipv6/icmp/ratelimit'`)

const build = [
  'set -e',
  'ip link set lo up',
  'unshare -n sleep 120 & r1=$!',
  'unshare -n sleep 120 & r2=$!',
  'unshare -n sleep 120 & t=$!',
  `trap 'kill $r1 $r2 $t' EXIT`,
  // The namespaces are there once their processes have become `sleep`.
  'for pid in $r1 $r2 $t; do while ! grep -q sleep /proc/$pid/comm; do :; done; done',
  'ip link add a0 type veth peer name a1 netns $r1',
  'ip addr add 10.7.1.1/24 dev a0',
  'ip -6 addr add fd07:1::1/64 dev a0 nodad',
  'ip link set a0 up',
  'ip route add default via 10.7.1.2',
  'ip -6 route add default via fd07:1::2',
  ...ip('r1', 'link add b0 type veth peer name b1 netns $r2', 'addr add 10.7.1.2/24 dev a1', 'link set a1 up'),
  ...ip('r1', '-6 addr add fd07:1::2/64 dev a1 nodad', 'addr add 10.7.2.1/24 dev b0', 'link set b0 up'),
  ...ip('r1', '-6 addr add fd07:2::1/64 dev b0 nodad', 'route add 10.7.3.0/24 via 10.7.2.2'),
  ...ip('r1', 'route add unreachable 10.8.0.0/16', '-6 route add default via fd07:2::2'),
  ...ip('r2', 'link add c0 type veth peer name c1 netns $t', 'addr add 10.7.2.2/24 dev b1', 'link set b1 up'),
  ...ip('r2', '-6 addr add fd07:2::2/64 dev b1 nodad', 'addr add 10.7.3.1/24 dev c0', 'link set c0 up'),
  ...ip('r2', '-6 addr add fd07:3::1/64 dev c0 nodad', 'route add default via 10.7.2.1'),
  ...ip('r2', '-6 route add fd07:1::/64 via fd07:2::1'),
  ...ip('t', 'addr add 10.7.3.2/24 dev c1', 'link set c1 up', '-6 addr add fd07:3::2/64 dev c1 nodad'),
  ...ip('t', 'link set lo up', 'route add default via 10.7.3.1', '-6 route add default via fd07:3::1'),
  ...['r1', 'r2'].flatMap((router) => [forwards(router), unlimited(router)]),
]
/** A router that may send one error in a day sends none. */
const silence = inside(
  'r2',
  `sh -c 'echo 86400000 | tee /proc/sys/net/ipv4/icmp_ratelimit > /proc/sys/net/ipv6/icmp/ratelimit'`,
)

const isRoot = process.getuid?.() === 0
const ownNetwork = ['unshare', isRoot ? '-n' : '-Urn', 'sh', '-c']

const works = ([program = '', ...words]: readonly string[]): boolean =>
  spawnSync(program, words, { stdio: 'ignore' }).status === 0

/** Whether this machine lets the test build such a network; it needs `ip`, `unshare` and `nsenter`. */
export const canBuildRoutes = works([...ownNetwork, build.join('\n')])

export interface NetworkOptions {
  /** Whether the second router answers nothing. */
  readonly isSecondSilent?: boolean
  /** Words before the command, for example to change the user. */
  readonly prefix?: readonly string[]
}

/** Runs a module's text with Node in the network, and returns what it printed. */
export function runInNetwork(
  module: string,
  { isSecondSilent = false, prefix = [] }: NetworkOptions = {},
): Promise<string> {
  const script = [...build, ...(isSecondSilent ? [silence] : []), '"$@"'].join('\n')
  const [program = '', ...words] = ownNetwork
  const command = [...prefix, process.execPath, '--input-type=module', '-e', module]
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...words, script, 'sh', ...command], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    let errors = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (errors += chunk))
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve(output) : reject(new Error(`${code}: ${errors}`))))
  })
}
