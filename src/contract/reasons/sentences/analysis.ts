/** Causes that the built-in rules find, with their impact, what to change and their evidence. */
export const analysisReasons = {
  CAUSE_CERTIFICATE_EXPIRED:
    'The certificate of {analysedHost}, or one above it, has expired. Its automatic renewal stopped working, or the server still holds the old one and was not reloaded.',
  CAUSE_CERTIFICATE_EARLY:
    'The certificate of {analysedHost} is valid only from later on. It was issued ahead of time, or a clock is wrong: that of the issuer or of the machine that runs the check.',
  CAUSE_CERTIFICATE_NAME:
    'The server at {analysed} presents a certificate that was not made for {analysedHost}. The name is missing in the certificate, or the name leads to a server that serves other names: a default host, an old load balancer, a parked domain.',
  CAUSE_CERTIFICATE_UNTRUSTED:
    'Nothing trusted vouches for the certificate of {analysedHost} ({failureCode}): it is self-signed, it was revoked, or the server does not send the intermediate certificate. Browsers often have the intermediate from elsewhere, so this may show in programs only.',
  CAUSE_NO_TLS:
    '{analysed} did not answer with TLS. The port speaks plain text, or the proxy that ends TLS is gone from in front of it.',
  CAUSE_TLS_HANDSHAKE:
    'The TLS handshake with {analysedHost} failed ({failureCode}): the two sides share no protocol version or cipher, or the server asks for a client certificate.',
  CAUSE_RUNNER_FAILED:
    'The runner itself failed while it carried out the check. Look into its log; the target was not evaluated.',
  CAUSE_NO_FILE_HANDLES:
    'The machine that runs the checks has no file handle left. Raise its limit of open files, or lower the number of parallel runs.',
  CAUSE_POLICY:
    'The address policy of the location does not let checks reach {analysed}. Either the name resolves to an internal address by mistake, or the check belongs on a private location inside that network.',
  CAUSE_NOT_PREPARED:
    'The request of the check could not be built ({failureCode}): a variable is missing, a template has a mistake, or the URL, a header or the query is not valid. The message names the place.',
  CAUSE_NOT_PERMITTED:
    'The machine that runs the check forbids this kind of traffic: a local firewall rule, or the right to send pings is missing.',
  CAUSE_NAME_GONE:
    'The name {analysedHost} resolved before and does not any more: a record was removed, the domain expired, or its delegation broke. Look at the zone and at the registrar.',
  CAUSE_NAME_UNKNOWN:
    'The name {analysedHost} does not exist. The host name in the check is mistyped, or the record was never made.',
  CAUSE_RESOLVER: 'Asking for {analysedHost} failed with {failureCode}.',
  CAUSE_RESOLVER_HERE: 'Other locations got an answer, so the resolver of this location is the likely culprit.',
  CAUSE_RESOLVER_ZONE: 'The name servers of the zone do not answer, answer wrongly, or DNSSEC does not validate.',
  CAUSE_SOME_LOCATIONS:
    '{analysed} answers other locations and not {location} ({failureCode}). The service is up; the way from there is blocked: a firewall or bot protection that refuses this region, or a fault of a network on the way.',
  CAUSE_REFUSED:
    'Nothing listens at {analysed}: the process has stopped, still starts, or listens elsewhere, or a firewall rejects the port.',
  CAUSE_DROPPED:
    '{analysed} took the connection and closed it before the answer was complete: the process crashed or was restarted under the request, or a proxy in front gave up. Look for restarts and proxy errors at the time of the run.',
  CAUSE_NO_ROUTE:
    'No way leads to {analysedHost} ({failureCode}). The machine is off, its network is, or this location lacks the address family the name resolves to.',
  CAUSE_TIMEOUT:
    '{analysed} did not answer in time: it is overloaded or stuck, something behind it is, or packets to it are dropped silently by a firewall.',
  CAUSE_CONNECTION: 'The connection to {analysed} failed with {failureCode}.',
  CAUSE_BOT_PROTECTION:
    'A protection in front of {analysedHost} took the check for a bot and answered {httpStatus} with a challenge instead of the page.',
  CAUSE_CREDENTIALS_ENDED:
    '{analysed} does not accept the credentials of the check ({httpStatus}), which it accepted before: a token expired, a key was rotated or revoked.',
  CAUSE_CREDENTIALS_WRONG:
    '{analysed} does not accept the credentials of the check ({httpStatus}): they are missing or wrong.',
  CAUSE_FORBIDDEN:
    '{analysed} understood the request and refuses it (403): rights were changed, or an address or country filter blocks the location.',
  CAUSE_FORBIDDEN_HERE: 'Other locations are let through, which points to such a filter.',
  CAUSE_GONE:
    '{analysed} existed at the last good run and is gone ({httpStatus}): a release moved or removed the route, or the proxy in front sends the request elsewhere.',
  CAUSE_NOT_FOUND: '{analysed} does not exist ({httpStatus}). Look for a mistake in the path.',
  CAUSE_RATE_LIMITED:
    '{analysedHost} limits how often it may be asked (429). The check, or something that shares its address or key, asks too often.',
  CAUSE_RATE_LIMITED_FOR:
    '{analysedHost} limits how often it may be asked (429) and asks to wait {wait} seconds. The check, or something that shares its address or key, asks too often.',
  CAUSE_ANNOUNCED:
    '{analysed} says that it is unavailable and when to come back (Retry-After: {wait}). That is what maintenance pages and overload protection do.',
  CAUSE_UNAVAILABLE:
    '{analysed} answers that it is unavailable (503): it is overloaded, restarting or shut down, or a proxy in front of it has no healthy instance left.',
  CAUSE_GATEWAY_SLOW: 'A proxy answered {httpStatus}: it is up, and the application behind it does not answer in time.',
  CAUSE_GATEWAY_DOWN:
    'A proxy answered {httpStatus}: it is up, and the application behind it is down, restarting, or has no healthy instance left.',
  CAUSE_APPLICATION:
    'The application behind {analysed} failed on the request ({httpStatus}): an unhandled error, a database or another service it needs. Its log at {moment} has the details.',
  CAUSE_REQUEST_CHANGED:
    '{analysed} refuses the request as the check sends it ({httpStatus}). It accepted it before, so what it expects has changed.',
  CAUSE_REQUEST_REFUSED:
    '{analysed} refuses the request as the check sends it ({httpStatus}): method, headers or body do not fit.',
  CAUSE_REDIRECTED: '{analysed} redirects ({httpStatus}), which the check does not expect.',
  CAUSE_REDIRECTED_TO: '{analysed} redirects ({httpStatus}) to {destination}, which the check does not expect.',
  CAUSE_DNS_NXDOMAIN: 'The name server says that the name does not exist: the record was removed, or the zone expired.',
  CAUSE_DNS_SERVFAIL:
    'The name server could not answer: it cannot reach the servers of the zone, or DNSSEC does not validate.',
  CAUSE_DNS_REFUSED: 'The name server refuses to answer: it does not serve this zone, or not this client.',
  CAUSE_DNS_CODE: 'The name server answered {responseCode} instead of NOERROR.',
  CAUSE_DNS_CHANGED:
    'The records of {analysedHost} changed since the last good run: {removed} went away, {added} appeared. If nobody meant this change, look at the zone and at who may edit it.',
  CAUSE_NO_PING: '{analysedHost} answered no ping: it is down, its network is, or a firewall drops pings.',
  CAUSE_PACKETS_LOST:
    '{percent}% of the packets to {analysedHost} were lost: a link on the way is overloaded or faulty.',
  CAUSE_SLOW: '{analysed} took {milliseconds} ms; the limit is {limitText} ms.',
  CAUSE_SLOWER:
    '{analysed} took {milliseconds} ms, {millisecondsBefore} ms in the last good run; the limit is {limitText} ms.',
  CAUSE_SLOW_DNS:
    'Most of the difference went into resolving the name: look at the name servers and at the lifetime of the records.',
  CAUSE_SLOW_CONNECTION:
    'Most of the difference went into connecting: the network way became longer or lossy, or the machine has no room for connections.',
  CAUSE_SLOW_TLS:
    'Most of the difference went into the TLS handshake: the server is short of CPU, or a certificate chain grew.',
  CAUSE_SLOW_FIRST_BYTE:
    'Most of the difference went into the server before its first byte: the application or something it waits for became slower.',
  CAUSE_SLOW_DATA: 'Most of the difference went into the server before its answer: the application became slower.',
  CAUSE_SLOW_DOWNLOAD: 'Most of the difference went into sending the body: the answer grew, or the bandwidth shrank.',
  CAUSE_SLOW_WAIT:
    'Most of the difference went into waiting for a socket on the side of the check: its machine is busy.',
  CAUSE_SLOW_PHASE: 'Most of the difference went into {phase}.',
  CAUSE_HTML:
    '{analysed} answered with a web page where JSON was expected: an error or sign-in page of something in front of the application, or a route that moved.',
  CAUSE_CONTENT_CHANGED:
    '{analysed} answered, but {assertionName} is not as asserted. It was at the last good run, so either the content broke or it changed on purpose and the assertion is outdated.',
  CAUSE_CONTENT_NEVER:
    '{analysed} answered, but {assertionName} is not as asserted. There is no good run to compare with, so the assertion may never have fitted.',
  CAUSE_NOT_STORED: 'The run behind this error is no longer stored, so only its message is left: {reason}',
  CAUSE_UNKNOWN: 'No rule recognises why {analysed} failed. The evidence below is all there is: {reason}',

  DETAIL_EVERYWHERE: 'It failed in all {count} locations of the run.',
  DETAIL_ADDRESS_MOVED: 'The address moved from {oldAddress} to {newAddress} since the last good run.',
  DETAIL_HOST_UP: 'Other checks on {analysedHost} pass, so the machine is up and this one service is not.',
  DETAIL_HOST_DOWN: 'All other checks on {analysedHost} fail too, which points to the machine or its network.',
  DETAIL_ROUTE_ONLY: 'Other checks on {analysedHost} pass, so only this route is affected.',
  DETAIL_PROXY: 'The answer came from {proxyName}.',
  DETAIL_LAST_GOOD: 'The last good run took {milliseconds} ms.',

  IMPACT_BROWSER_WARNING: 'Browsers warn users off, and programs refuse to connect.',
  IMPACT_HTTPS: 'Everybody who uses https gets an error.',
  IMPACT_CLIENTS_LACK: 'Clients that lack what the server asks for cannot connect.',
  IMPACT_MONITORING:
    'Most likely none: nothing was learned about the target. Until this is solved, a real outage would go unseen.',
  IMPACT_UNREACHABLE: 'Users cannot reach the service while this lasts.',
  IMPACT_NAME_GONE: 'Nobody whose resolver has no old answer left can reach the service.',
  IMPACT_RESOLVER: 'Some or all users cannot find the service by its name.',
  IMPACT_REGION: 'Users in the affected region may not reach the service; others do.',
  IMPACT_MIDWAY: 'Requests fail midway; users see errors or broken pages.',
  IMPACT_WAIT: 'Users wait and then see an error.',
  IMPACT_BOTS: 'Most likely none for people with a browser; programs may be blocked as well.',
  IMPACT_CREDENTIALS:
    'None for signed-in users if only the credentials of the check are at fault; a broken sign-in otherwise.',
  IMPACT_FORBIDDEN: 'Users with the same rights, or from the same network, are rejected too.',
  IMPACT_NOT_FOUND: 'Links to this address lead nowhere.',
  IMPACT_LIMIT: 'Users who share the limit are rejected too.',
  IMPACT_MAINTENANCE: 'Users see a maintenance page or an error.',
  IMPACT_ERROR_PAGE: 'Users see an error page.',
  IMPACT_FUNCTION: 'Users of this function see an error.',
  IMPACT_OUTDATED: 'None if only the check is outdated; clients that send the same are rejected too.',
  IMPACT_REDIRECT: 'None for browsers, which follow; a redirect to a sign-in page means that a session ended.',
  IMPACT_DNS: 'Resolvers hand the same to users: the name does not lead anywhere.',
  IMPACT_DNS_CHANGED: 'Users are led to the new addresses as their resolvers forget the old ones.',
  IMPACT_PACKETS: 'Connections are slow, stall or break off.',
  IMPACT_SLOW: 'Users wait longer than they should.',
  IMPACT_HTML: 'Programs that use this interface fail.',
  IMPACT_CONTENT: 'Depends on what the assertion guards: users get an answer, though not the expected one.',
  IMPACT_UNKNOWN: 'Not known.',

  FIX_RENEW_CERTIFICATE:
    'Renew the certificate, reload the server that presents it, and see why the renewal did not happen automatically.',
  FIX_CERTIFICATE_NAME: 'Issue the certificate with {analysedHost} among its names, or correct the DNS record.',
  FIX_CHAIN:
    'Configure the server with the full chain (leaf first, then intermediates). For an internal authority, run the check where that authority is trusted.',
  FIX_TLS_PORT: 'Use the port that speaks TLS, or http:// in the URL of the check where plain text is intended.',
  FIX_REQUEST: 'Correct the named part of the request in the settings of the check, or define the variable it uses.',
  FIX_BOTS:
    'Let the check through in the rules of the protection: by its addresses, its user agent, or a secret header.',
  FIX_CREDENTIALS: 'Renew the credentials in the variables, headers or basic authentication of the check.',
  FIX_LIMIT: 'Run the check less often or from fewer locations, or exempt it from the limit.',
  FIX_REDIRECT: 'Point the check to the new address, or let it follow redirects.',

  EVIDENCE_ONCE: 'Seen once, first at {moment}, last at {lastMoment}.',
  EVIDENCE_TIMES: 'Seen {count} times, first at {moment}, last at {lastMoment}.',
  EVIDENCE_RUN: 'The run from {location} said: {reason}',
  EVIDENCE_FAILURE: 'There was no answer: {failureKind} failure {failureCode}.',
  EVIDENCE_ASSERTION_NOTHING: 'The assertion {assertionName} "{expected}" found nothing.',
  EVIDENCE_ASSERTION: 'The assertion {assertionName} "{expected}" saw "{found}".',
  EVIDENCE_PHASE: 'The phase {phase} took {milliseconds} ms, {millisecondsBefore} ms in the last good run.',
  EVIDENCE_ADDRESS: 'The address changed from {oldAddress} to {newAddress}.',
  EVIDENCE_CERTIFICATE: 'The certificate had {days} days left when last seen.',
  EVIDENCE_RECORDS: 'Since the last good run {goneRecords} went away and {newRecords} appeared.',
  EVIDENCE_LAST_GOOD: 'The last good run, from {location}, was at {moment} and took {milliseconds} ms.',
  EVIDENCE_LOCATIONS: 'Of the other locations of this tick {failed} failed, {others} did not.',
  EVIDENCE_NEIGHBOURS: 'Other checks on {analysedHost}: {states}.',
  EVIDENCE_DNS: 'The name server answered {responseCode} with {count} records.',
  EVIDENCE_STATUS: 'The target answered with status {httpStatus}.',
  EVIDENCE_PACKETS: '{percent}% of the packets were lost.',
  EVIDENCE_GRPC: 'The server answered with the gRPC status {httpStatus} ({statusName}).',
  EVIDENCE_HEALTH: 'Its health status was {statusName}.',
  EVIDENCE_CERTIFICATE_EXPIRED: 'The certificate {certificateName}, issued by {issuer}, has expired.',
  EVIDENCE_CERTIFICATE_VALID: 'The certificate {certificateName}, issued by {issuer}, is valid for {days} more days.',
  EVIDENCE_LAST_HOP: 'The last hop that answered: {hopText}.',
  EVIDENCE_PACKETS_OF_HOP: '{percent}% of the packets to the last hop were lost.',
} as const
