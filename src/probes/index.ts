// One observation over the network, for each check type that has a target: TCP, DNS, HTTP and ICMP. A task with its
// time limit comes in, and the door outward. What was seen goes out, with timings, or why nothing could be seen.
export { largeBodies } from './http/large-bodies.ts'
export { pingPermission } from './icmp/index.ts'
export type { PingPermission } from './icmp/index.ts'
export type { Probe, ProbeTask, ProbeTools } from './probe.ts'
export { observe } from './probes.ts'
