import { phrases } from './phrases.ts'
import { analysisReasons } from './sentences/analysis.ts'
import { assertionReasons } from './sentences/assertion.ts'
import { certificateReasons } from './sentences/certificate.ts'
import { connectionReasons } from './sentences/connection.ts'
import { deliveryReasons } from './sentences/delivery.ts'
import { differenceReasons } from './sentences/difference.ts'
import { dnsReasons } from './sentences/dns.ts'
import { driftReasons } from './sentences/drift.ts'
import { explanationReasons } from './sentences/explanation.ts'
import { grpcReasons } from './sentences/grpc.ts'
import { httpReasons } from './sentences/http.ts'
import { icmpReasons } from './sentences/icmp.ts'
import { installationReasons } from './sentences/installation.ts'
import { runReasons } from './sentences/run.ts'
import { runLogReasons } from './sentences/run-log.ts'
import { schemaReasons } from './sentences/schema.ts'
import { scriptsReasons } from './sentences/scripts.ts'
import { tcpReasons } from './sentences/tcp.ts'
import { templateReasons } from './sentences/template.ts'
import { tracerouteReasons } from './sentences/traceroute.ts'

/** The sentences of every area, by code. */
const sentences = {
  analysis: analysisReasons,
  assertion: assertionReasons,
  certificate: certificateReasons,
  connection: connectionReasons,
  delivery: deliveryReasons,
  difference: differenceReasons,
  dns: dnsReasons,
  drift: driftReasons,
  explanation: explanationReasons,
  grpc: grpcReasons,
  http: httpReasons,
  icmp: icmpReasons,
  installation: installationReasons,
  run: runReasons,
  runLog: runLogReasons,
  schema: schemaReasons,
  scripts: scriptsReasons,
  tcp: tcpReasons,
  template: templateReasons,
  traceroute: tracerouteReasons,
} as const

/**
 * Everything that the service says about a run, a delivery or a machine that fails, in English, by code: whole sentences, and
 * phrases that stand in a place of a sentence. `{name}` is a place of `reasonPlaces`.
 */
export const reasons = {
  ...phrases,
  ...sentences.analysis,
  ...sentences.assertion,
  ...sentences.certificate,
  ...sentences.connection,
  ...sentences.delivery,
  ...sentences.difference,
  ...sentences.dns,
  ...sentences.drift,
  ...sentences.explanation,
  ...sentences.grpc,
  ...sentences.http,
  ...sentences.icmp,
  ...sentences.installation,
  ...sentences.run,
  ...sentences.runLog,
  ...sentences.schema,
  ...sentences.scripts,
  ...sentences.tcp,
  ...sentences.template,
  ...sentences.traceroute,
} as const

export type ReasonCode = keyof typeof reasons

/** The codes of an area, for translations, which have the same areas. */
export type SentenceCode<A extends keyof typeof sentences> = keyof (typeof sentences)[A]
