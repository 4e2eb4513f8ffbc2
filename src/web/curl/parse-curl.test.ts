import { expect, it } from 'vitest'
import { looksLikeCurl, parseCurl } from './parse-curl.ts'
import { wordsOf } from './shell-words.ts'

const plain = {
  method: 'GET',
  url: 'https://shop.example/',
  headers: [],
  queryParameters: [],
  bodyType: 'NONE',
  body: '',
  basicAuth: null,
  followRedirects: false,
  skipSSL: false,
  ipFamily: 'IPv4',
}
const requestIn = (text: string) => {
  const parsed = parseCurl(text)
  if ('problem' in parsed) throw new Error(`${parsed.problem.code} ${parsed.problem.what}`)
  return parsed.request
}

it('reads what Chrome copies for Bash', () => {
  const copied = String.raw`curl 'https://shop.example/v2/orders?page=2&q=a%20b' \
  -H 'accept: application/json' \
  -H 'accept-encoding: gzip' \
  -H 'content-type: application/json' \
  -b 'session=1; theme=dark' \
  --data-raw $'{"name":"O\'Neill \u00fc","at":"a\\nb"}' \
  --compressed \
  --insecure`
  expect(requestIn(copied)).toEqual({
    ...plain,
    method: 'POST',
    url: 'https://shop.example/v2/orders',
    headers: [
      { key: 'accept', value: 'application/json' },
      { key: 'Cookie', value: 'session=1; theme=dark' },
    ],
    queryParameters: [
      { key: 'page', value: '2' },
      { key: 'q', value: 'a b' },
    ],
    bodyType: 'JSON',
    body: String.raw`{"name":"O'Neill ü","at":"a\nb"}`,
    skipSSL: true,
  })
})

it.each([
  'curl ^"https://shop.example/^" ^\r\n  -X ^"PUT^"',
  'curl "https://shop.example/" ^\r\n  -H "accept: */*"',
  'curl.exe "https://shop.example/" `\n  -X PUT',
])('says of a command for Windows which one to copy instead: %j', (command) => {
  expect(parseCurl(command)).toEqual({ problem: { code: 'windows', what: '' } })
})

it('reads what Firefox copies, and commands that people write', () => {
  expect(
    requestIn(
      `curl 'https://shop.example/login' -X POST -H 'Content-Type: application/x-www-form-urlencoded' --data-raw 'a=1&b=2'`,
    ),
  ).toEqual({ ...plain, method: 'POST', url: 'https://shop.example/login', bodyType: 'FORM', body: 'a=1&b=2' })
  expect(requestIn('$ curl -sSLkXDELETE -HX-Team:\\ shop shop.example/a')).toEqual({
    ...plain,
    method: 'DELETE',
    url: 'http://shop.example/a',
    headers: [{ key: 'X-Team', value: 'shop' }],
    followRedirects: true,
    skipSSL: true,
  })
  expect(requestIn('curl --json \'{"a":1}\' https://shop.example/ | jq .')).toEqual({
    ...plain,
    method: 'POST',
    headers: [{ key: 'Accept', value: 'application/json' }],
    bodyType: 'JSON',
    body: '{"a":1}',
  })
  expect(requestIn('curl -I -6 https://shop.example/')).toEqual({ ...plain, method: 'HEAD', ipFamily: 'IPv6' })
})

it.each([
  ['curl -u robot:a:b https://shop.example/'],
  ['curl https://robot:a:b@shop.example/'],
  ["curl -H 'Authorization: Basic cm9ib3Q6YTpi' https://shop.example/"],
])('reads basic authentication of %s', (command) => {
  expect(requestIn(command)).toEqual({ ...plain, basicAuth: { username: 'robot', password: 'a:b' } })
})

it('sends data as a query with --get, encodes what is to be encoded, and joins parts', () => {
  expect(requestIn('curl -G --data-urlencode "q=a b&c" -d n=1 https://shop.example/')).toEqual({
    ...plain,
    queryParameters: [
      { key: 'q', value: 'a b&c' },
      { key: 'n', value: '1' },
    ],
  })
  expect(requestIn('curl -d a=1 --data-urlencode =ä https://shop.example/')).toMatchObject({ body: 'a=1&%C3%A4' })
})

it('keeps a query in the URL that would be sent otherwise, and variables of the account', () => {
  expect(requestIn('curl "https://shop.example/?a+b&flag"')).toEqual({
    ...plain,
    url: 'https://shop.example/?a+b&flag',
  })
  expect(requestIn("curl 'https://{{HOST}}/x'")).toEqual({ ...plain, url: 'https://{{HOST}}/x' })
})

it.each([
  ['wget https://shop.example/', 'notCurl', 'wget'],
  ["curl 'https://shop.example/", 'unclosedQuote', ''],
  ['curl "https://shop.example/', 'unclosedQuote', ''],
  ['curl -s', 'noUrl', ''],
  ['curl https://', 'noUrl', 'https://'],
  ['curl https://a.example https://b.example', 'severalUrls', 'https://b.example'],
  ['curl ftp://a.example/', 'notHttp', 'ftp://a.example/'],
  ['curl -X PURGE https://a.example/', 'method', 'PURGE'],
  ['curl --nonsense https://a.example/', 'option', '--nonsense'],
  ['curl -Z https://a.example/', 'option', '-Z'],
  ['curl https://a.example/ -H', 'missingValue', '-H'],
  ['curl -H nonsense https://a.example/', 'header', 'nonsense'],
  ['curl -d @body.json https://a.example/', 'file', '@body.json'],
  ['curl --data-urlencode a@b https://a.example/', 'file', 'a@b'],
  ['curl -b cookies.txt https://a.example/', 'file', 'cookies.txt'],
  ['curl -F a=b https://a.example/', 'option', '-F'],
  ['curl https://a.example/ --next https://b.example/', 'option', '--next'],
])('says of %s that it is %s', (command, code, what) => {
  expect(parseCurl(command)).toEqual({ problem: { code, what } })
})

it('names the options that a check has in its own way', () => {
  expect(parseCurl('curl -m 5 -x proxy:1 -sS https://a.example/')).toMatchObject({ leftOut: ['-m', '-x'] })
})

it('knows a command when it sees one', () => {
  expect(['curl x', ' $ curl -s x', 'curl.exe x'].map(looksLikeCurl)).toEqual([true, true, true])
  expect(['https://curl.example/', 'curly x', 'curl'].map(looksLikeCurl)).toEqual([false, false, false])
})

it('splits words as shells do', () => {
  expect(wordsOf(String.raw`a 'b c' "d \"e\" \$f \g" h\ i '' $'\x41\ud83d\ude00\t\q'`)).toEqual([
    'a',
    'b c',
    String.raw`d "e" $f \g`,
    'h i',
    '',
    'A😀\tq',
  ])
})

it('answers hostile commands at once', () => {
  for (const text of [`curl ${'\\"'.repeat(50_000)}`, `curl '${"'$'".repeat(50_000)}`, `curl "${'\\'.repeat(100_001)}`])
    expect(Object.keys(parseCurl(text))).not.toEqual([])
})
