// One observation over the network, for each check type that has a target: TCP, DNS, HTTP, ICMP, gRPC, TLS and routes. Takes a task with
// its time limit, and the egress. Returns the observation with timings, or its failure.
export { largeBodies } from './http/large-bodies.ts'
export { NetworkEvidence } from './network-evidence/network-evidence.ts'
export { answersEcho, pingPermission } from './icmp/index.ts'
export type { PingPermission } from './icmp/index.ts'
export type { Probe, ProbeTask, ProbeTools, ProgressListener, RunFiles } from './probe.ts'
export { observe } from './probes.ts'
