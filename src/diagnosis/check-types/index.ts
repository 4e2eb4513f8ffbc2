import { isWireType } from '#contract'
import type { CheckType, WireCheckType } from '#contract'
import { AGENTIC } from './agentic.ts'
import { API } from './api.ts'
import { BROWSER } from './browser.ts'
import type { CheckTypeDiagnosis } from './check-type-diagnosis.ts'
import { DNS } from './dns.ts'
import { GRPC } from './grpc.ts'
import { ICMP } from './icmp.ts'
import { MULTI_STEP } from './multi-step.ts'
import { PLAYWRIGHT } from './playwright.ts'
import { SSL } from './ssl.ts'
import { TCP } from './tcp.ts'
import { TRACEROUTE } from './traceroute.ts'
import { URL } from './url.ts'

/** How the results of each check type that runners run are explained, read in one place. A missing type does not compile. */
const checkTypeDiagnoses: { readonly [T in WireCheckType]: CheckTypeDiagnosis } = {
  TCP,
  DNS,
  URL,
  API,
  ICMP,
  GRPC,
  SSL,
  TRACEROUTE,
  BROWSER,
  MULTI_STEP,
  PLAYWRIGHT,
  AGENTIC,
}

/** Nothing is known of the answers of checks that nothing runs. */
const noDiagnosis: CheckTypeDiagnosis = { evidenceOf: () => ({}), answerOf: () => null, linesOf: () => [] }

export const diagnosisOf = (type: CheckType): CheckTypeDiagnosis =>
  isWireType(type) ? checkTypeDiagnoses[type] : noDiagnosis
