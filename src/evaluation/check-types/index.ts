import type { WireCheckType } from '#contract'
import { AGENTIC } from './agentic.ts'
import { API } from './api.ts'
import type { CheckTypeEvaluation } from './check-type-evaluation.ts'
import { BROWSER } from './browser.ts'
import { DNS } from './dns.ts'
import { GRPC } from './grpc.ts'
import { ICMP } from './icmp.ts'
import { MULTI_STEP } from './multi-step.ts'
import { PLAYWRIGHT } from './playwright.ts'
import { SSL } from './ssl.ts'
import { TCP } from './tcp.ts'
import { TRACEROUTE } from './traceroute.ts'
import { URL } from './url.ts'

/** The evaluation of each check type that runners can run. A missing type does not compile. */
export const checkTypeEvaluations: { readonly [T in WireCheckType]: CheckTypeEvaluation<T> } = {
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
