/** The meaning of a curl option for the request of a check. */
export type CurlOption =
  | 'method'
  | 'header'
  | 'data'
  | 'rawData'
  | 'encodedData'
  | 'json'
  | 'user'
  | 'bearer'
  | 'userAgent'
  | 'referer'
  | 'cookie'
  | 'url'
  | 'query'
  | 'location'
  | 'insecure'
  | 'get'
  | 'head'
  | 'ipv4'
  | 'ipv6'
  /** Changes what curl prints, or how it connects: nothing of the request. */
  | 'flag'
  | 'value'
  /** Sends something that a check cannot send. */
  | 'refusedFlag'
  | 'refusedValue'

/** An option of a command as it was given; an argument that is none is a `url`. */
export interface GivenOption {
  readonly name: string
  readonly option: CurlOption
  /** Empty where it takes none. */
  readonly value: string
}

/** The options that are complete without a value. */
export const takesNoValue: ReadonlySet<CurlOption> = new Set<CurlOption>([
  'location',
  'insecure',
  'get',
  'head',
  'ipv4',
  'ipv6',
  'flag',
  'refusedFlag',
])

/** Those that say how a connection is made, which the check does in its own way: worth a note when they are pasted. */
export const differsInCheck: ReadonlySet<string> = new Set(
  `--proxy --preproxy --socks5 --socks5-hostname --cert --key --cacert --capath --cert-type --resolve --connect-to
  --interface --unix-socket --max-time --connect-timeout --max-redirs --retry --digest --ntlm --negotiate --anyauth
  --aws-sigv4 --range --http3-only --doh-url`.split(/\s+/),
)

/** By its long name. */
export const longOptions: Readonly<Record<string, CurlOption>> = {
  ...named('method', '--request'),
  ...named('header', '--header'),
  ...named('data', '--data --data-ascii --data-binary'),
  ...named('rawData', '--data-raw'),
  ...named('encodedData', '--data-urlencode'),
  ...named('json', '--json'),
  ...named('user', '--user'),
  ...named('bearer', '--oauth2-bearer'),
  ...named('userAgent', '--user-agent'),
  ...named('referer', '--referer'),
  ...named('cookie', '--cookie'),
  ...named('url', '--url'),
  ...named('query', '--url-query'),
  ...named('location', '--location --location-trusted'),
  ...named('insecure', '--insecure'),
  ...named('get', '--get'),
  ...named('head', '--head'),
  ...named('ipv4', '--ipv4'),
  ...named('ipv6', '--ipv6'),
  ...named('refusedValue', '--form --form-string --upload-file --config --variable'),
  ...named('refusedFlag', '--next'),
  ...named(
    'flag',
    `--compressed --silent --show-error --verbose --include --show-headers --fail --fail-with-body --globoff --no-buffer
    --remote-name --remote-header-name --basic --digest --ntlm --negotiate --anyauth --http1.0 --http1.1 --http2
    --http2-prior-knowledge --http3 --http3-only --path-as-is --no-keepalive --progress-bar --no-progress-meter --tlsv1
    --tlsv1.0 --tlsv1.1 --tlsv1.2 --tlsv1.3 --ssl-no-revoke --tcp-nodelay --disable --post301 --post302 --post303
    --no-location --raw --trace-time --junk-session-cookies`,
  ),
  ...named(
    'value',
    `--output --write-out --dump-header --stderr --trace --trace-ascii --cookie-jar --proxy --preproxy --proxy-user
    --socks5 --socks5-hostname --noproxy --proxy-header --cert --cert-type --key --key-type --pass --cacert --capath
    --ciphers --tls-max --resolve --connect-to --interface --unix-socket --dns-servers --doh-url --local-port --max-time
    --connect-timeout --keepalive-time --max-redirs --max-filesize --limit-rate --retry --retry-delay --retry-max-time
    --speed-limit --speed-time --range --aws-sigv4`,
  ),
}

/** The long name of each letter. */
export const letters: Readonly<Record<string, string>> = {
  X: '--request',
  H: '--header',
  d: '--data',
  u: '--user',
  A: '--user-agent',
  e: '--referer',
  b: '--cookie',
  L: '--location',
  k: '--insecure',
  G: '--get',
  I: '--head',
  4: '--ipv4',
  6: '--ipv6',
  F: '--form',
  T: '--upload-file',
  K: '--config',
  ':': '--next',
  s: '--silent',
  S: '--show-error',
  v: '--verbose',
  i: '--include',
  f: '--fail',
  g: '--globoff',
  N: '--no-buffer',
  O: '--remote-name',
  J: '--remote-header-name',
  0: '--http1.0',
  1: '--tlsv1',
  q: '--disable',
  j: '--junk-session-cookies',
  '#': '--progress-bar',
  o: '--output',
  w: '--write-out',
  D: '--dump-header',
  c: '--cookie-jar',
  x: '--proxy',
  U: '--proxy-user',
  E: '--cert',
  m: '--max-time',
  r: '--range',
  Y: '--speed-limit',
  y: '--speed-time',
}

function named(option: CurlOption, names: string): Readonly<Record<string, CurlOption>> {
  return Object.fromEntries(names.split(/\s+/).map((name) => [name, option]))
}
