/** Why a text is no request that a check can send; `what` is the word of the command that is to blame. */
export interface CurlProblem {
  readonly code:
    | 'notCurl'
    | 'unclosedQuote'
    | 'noUrl'
    | 'severalUrls'
    | 'notHttp'
    | 'method'
    | 'option'
    | 'header'
    | 'missingValue'
    | 'file'
    | 'refused'
  readonly what: string
}

/** Carries a problem out of the depth of a command. */
export class CurlRejection extends Error {
  readonly problem: CurlProblem
  constructor(code: CurlProblem['code'], what = '') {
    super(code)
    this.problem = { code, what }
  }
}
