/** The meanings of curl options for the request of a check. */
export type CurlOption =
  | 'method'
  | 'header'
  | 'data'
  | 'rawData'
  | 'encodedData'
  | 'json'
  | 'user'
  | 'userAgent'
  | 'referer'
  | 'cookie'
  | 'url'
  | 'location'
  | 'insecure'
  | 'get'
  | 'head'
  | 'ipv4'
  | 'ipv6'
  /** Changes what curl prints. */
  | 'flag'
  | 'output'
  /** Changes how curl connects, for which a check has a setting or nothing. */
  | 'connection'

/** The names of the options that browsers copy and people write. */
const names: readonly (readonly [CurlOption, string])[] = [
  ['method', '-X --request'],
  ['header', '-H --header'],
  ['data', '-d --data --data-ascii --data-binary'],
  ['rawData', '--data-raw'],
  ['encodedData', '--data-urlencode'],
  ['json', '--json'],
  ['user', '-u --user'],
  ['userAgent', '-A --user-agent'],
  ['referer', '-e --referer'],
  ['cookie', '-b --cookie'],
  ['url', '--url'],
  ['location', '-L --location'],
  ['insecure', '-k --insecure'],
  ['get', '-G --get'],
  ['head', '-I --head'],
  ['ipv4', '-4 --ipv4'],
  ['ipv6', '-6 --ipv6'],
  [
    'flag',
    '-s --silent -S --show-error -v --verbose -i --include -f --fail -g --globoff -N --no-buffer -O --remote-name',
  ],
  ['flag', '-# --progress-bar --compressed --basic --http1.1 --http2 --http3 --tlsv1.2 --tlsv1.3 --path-as-is'],
  ['output', '-o --output -w --write-out -D --dump-header -c --cookie-jar'],
  ['connection', '-m --max-time --connect-timeout --max-redirs --retry -x --proxy -E --cert --key --cacert --resolve'],
]

export const curlOptions: ReadonlyMap<string, CurlOption> = new Map(
  names.flatMap(([option, list]) => list.split(' ').map((name) => [name, option] as const)),
)

/** The options that are complete without a value. */
export const takesNoValue: ReadonlySet<CurlOption> = new Set([
  'location',
  'insecure',
  'get',
  'head',
  'ipv4',
  'ipv6',
  'flag',
])
