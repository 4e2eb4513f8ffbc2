/** Mistakes that the parser of JSONPath names. */
export const pathMistakePhrases = {
  PATH_MISTAKE_INDEX_RANGE: 'index out of range at position {count}',
  PATH_MISTAKE_EMPTY_SEGMENT: 'empty bracketed segment at position {count}',
  PATH_MISTAKE_ESCAPE: 'invalid escape sequence at position {count}',
  PATH_MISTAKE_LEADING_ZERO: 'leading zero in index selector at position {count}',
  PATH_MISTAKE_PARENTHESES: 'unbalanced parentheses at position {count}',
  PATH_MISTAKE_QUERY_END: 'unexpected end of query at position {count}',
  PATH_MISTAKE_EMPTY_EXPRESSION: 'empty paren expression at position {count}',
  PATH_MISTAKE_NO_EXPRESSION: 'expected an expression at position {count}',
  PATH_MISTAKE_EXPECTED_TOKEN: 'expected token at position {count}',
  PATH_MISTAKE_CHARACTER: 'invalid character at position {count}',
  PATH_MISTAKE_TOKEN: 'unexpected token at position {count}',
  PATH_MISTAKE_TOKEN_IN_BRACKETS: 'unexpected token in bracketed selection at position {count}',
  PATH_MISTAKE_NOT_COMPARABLE: 'non-singular query is not comparable at position {count}',
} as const

/** Mistakes that the compiler of regular expressions names. */
export const patternMistakePhrases = {
  PATTERN_MISTAKE_LARGE: 'expression too large',
  PATTERN_MISTAKE_DEEP: 'expression nests too deeply',
  PATTERN_MISTAKE_RANGE: 'invalid character class range',
  PATTERN_MISTAKE_ESCAPE: 'invalid escape sequence',
  PATTERN_MISTAKE_NAME: 'invalid named capture',
  PATTERN_MISTAKE_PERL: 'invalid or unsupported Perl syntax',
  PATTERN_MISTAKE_COUNT: 'invalid repeat count',
  PATTERN_MISTAKE_NESTED: 'invalid nested repetition operator',
  PATTERN_MISTAKE_REPEAT: 'missing argument to repetition operator',
  PATTERN_MISTAKE_BRACKET: 'missing closing ]',
  PATTERN_MISTAKE_PARENTHESIS: 'missing closing )',
  PATTERN_MISTAKE_CLOSING: 'unexpected )',
  PATTERN_MISTAKE_BACKSLASH: 'trailing backslash at end of expression',
  PATTERN_MISTAKE_DUPLICATE: 'duplicate capture group name',
  PATTERN_MISTAKE_COMPLEX: 'too complex',
} as const

export const unsupportedPhrases = {
  UNSUPPORTED_BACKREFERENCE: 'a backreference',
  UNSUPPORTED_LOOKAROUND: 'lookahead or lookbehind',
} as const
