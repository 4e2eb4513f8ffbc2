interface BannedPhrase {
  readonly phrase: RegExp
  /** The words to use. */
  readonly instead: string
  /** The folder whose files may not have it; absent: all. */
  readonly below?: string
}

/** Phrases that a reader on call has to read twice, with the standard terms of the monitoring field. */
export const bannedPhrases: readonly BannedPhrase[] = [
  { phrase: /^\s*(?:\/\*\*|\*) What\b/, instead: 'a noun, or a verb', below: 'src/' },
  {
    phrase: /\bof (?:its|their|your) own(?=[\s]*(?:[.,;:)|(]|$|\b(?:in|at|on|for|from|to|with|that|and)\b))/i,
    instead: 'separate, or leave it out',
  },
  { phrase: /\banew\b/i, instead: 'again' },
  { phrase: /\bwhoever\b/i, instead: 'anyone who, or a noun' },
  { phrase: /\bof no use\b/i, instead: 'revoked, stops working' },
  { phrase: /\bwhich is the most\b/i, instead: 'the limit is' },
  { phrase: /\bspeaks for\b/i, instead: 'subscribes' },
  { phrase: /\bis no (?:JSON|URL|header|known)\b/, instead: 'is not a' },
  { phrase: /\bin trouble\b/i, instead: 'failing or degraded' },
  { phrase: /\btake(?:n|s)? (?:\w+ )?back\b/i, instead: 'undo, undone' },
  { phrase: /\bhops at most\b/i, instead: 'max hops' },
  { phrase: /\bfind or do\b/i, instead: 'search or run a command' },
  { phrase: /\bhow (?:should )?people (?:be|are) told\b/i, instead: 'alert channels' },
  { phrase: /\bway of telling people\b/i, instead: 'alert channel' },
  { phrase: /\bnotify nobody any more\b/i, instead: 'are left without a channel' },
  { phrase: /\bas usual for the type\b/i, instead: 'type default' },
  { phrase: /\bbehind a wall\b/i, instead: 'in a sandbox' },
  { phrase: /\bdoor outward\b/i, instead: 'outbound gateway' },
  { phrase: /\bmade up for\b/i, instead: 'executed later' },
  { phrase: /\bbroken on purpose\b/i, instead: 'drill' },
]
