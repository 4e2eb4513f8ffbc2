// Generated from the schemas of src/contract by "npm run generate".
import type { CheckExport, CheckType } from '#contract'

export const checkExports: Readonly<Record<CheckType, CheckExport>> = {
  API: {"construct":"ApiCheck","terraform":"checkly_check"},
  URL: {"construct":"UrlMonitor","terraform":"checkly_url_monitor"},
  TCP: {"construct":"TcpMonitor","terraform":"checkly_tcp_monitor"},
  DNS: {"construct":"DnsMonitor","terraform":"checkly_dns_monitor"},
  ICMP: {"construct":"IcmpMonitor","terraform":"checkly_icmp_monitor"},
  HEARTBEAT: {"construct":"HeartbeatMonitor","terraform":"checkly_heartbeat_monitor"},
  BROWSER: {"construct":"BrowserCheck"},
  MULTI_STEP: {"construct":"MultiStepCheck"},
  AGENTIC: {},
  PLAYWRIGHT: {},
  TRACEROUTE: {},
  GRPC: {},
  SSL: {},
}

/** Where constructs have the fields of checks, with dots; empty: the parts of the field are properties themselves. */
export const constructPlaces: Readonly<Record<string, string>> = {
  activated: 'activated',
  muted: 'muted',
  locations: 'locations',
  tags: 'tags',
  retryStrategy: 'retryStrategy',
  frequency: 'frequency',
  privateLocations: 'privateLocations',
  environmentVariables: 'environmentVariables',
  shouldFail: 'shouldFail',
  runtimeId: 'runtimeId',
  runParallel: 'runParallel',
  script: 'code.content',
  localSetupScript: 'setupScript.content',
  localTearDownScript: 'tearDownScript.content',
  name: 'name',
  request: 'request',
  degradedResponseTime: 'degradedResponseTime',
  maxResponseTime: 'maxResponseTime',
  degradedPacketLossThreshold: 'degradedPacketLossThreshold',
  maxPacketLossThreshold: 'maxPacketLossThreshold',
  heartbeat: '',
}
