import type { SentenceCode } from '#contract/reasons'

export const analysis: Readonly<Record<SentenceCode<'analysis'>, string>> = {
  CAUSE_CERTIFICATE_EXPIRED:
    'Das Zertifikat von {analysedHost} oder eines darüber ist abgelaufen. Die automatische Erneuerung funktioniert nicht mehr, oder der Server hat noch das alte und wurde nicht neu geladen.',
  CAUSE_CERTIFICATE_EARLY:
    'Das Zertifikat von {analysedHost} gilt erst ab einem späteren Zeitpunkt. Es wurde im Voraus ausgestellt, oder eine Uhr geht falsch: die des Ausstellers oder die des Rechners, der die Prüfung ausführt.',
  CAUSE_CERTIFICATE_NAME:
    'Der Server unter {analysed} legt ein Zertifikat vor, das nicht für {analysedHost} ausgestellt ist. Der Name fehlt im Zertifikat, oder er führt zu einem Server, der andere Namen bedient: ein Standardhost, ein alter Load-Balancer, eine geparkte Domain.',
  CAUSE_CERTIFICATE_UNTRUSTED:
    'Keine vertrauenswürdige Stelle bürgt für das Zertifikat von {analysedHost} ({failureCode}): Es ist selbst signiert, wurde widerrufen, oder der Server sendet das Zwischenzertifikat nicht. Browser haben das Zwischenzertifikat oft von anderswo, daher zeigt sich das vielleicht nur in Programmen.',
  CAUSE_NO_TLS:
    '{analysed} hat nicht mit TLS geantwortet. Der Port spricht Klartext, oder der Proxy, der TLS beendet, steht nicht mehr davor.',
  CAUSE_TLS_HANDSHAKE:
    'Der TLS-Handshake mit {analysedHost} ist gescheitert ({failureCode}): Beide Seiten haben keine Protokollversion und kein Verfahren gemeinsam, oder der Server verlangt ein Client-Zertifikat.',
  CAUSE_RUNNER_FAILED:
    'Der Runner selbst ist beim Ausführen der Prüfung gescheitert. Sehen Sie in sein Log; das Ziel wurde nicht bewertet.',
  CAUSE_NO_FILE_HANDLES:
    'Der Rechner, der die Prüfungen ausführt, kann keine Datei mehr öffnen. Erhöhen Sie seine Grenze offener Dateien, oder verringern Sie die Zahl gleichzeitiger Läufe.',
  CAUSE_POLICY:
    'Die Adressregeln des Standorts lassen Prüfungen {analysed} nicht erreichen. Entweder führt der Name versehentlich zu einer internen Adresse, oder die Prüfung gehört an einen privaten Standort in diesem Netz.',
  CAUSE_NOT_PREPARED:
    'Die Anfrage der Prüfung ließ sich nicht bilden ({failureCode}): Eine Variable fehlt, eine Vorlage hat einen Fehler, oder URL, Header oder Query sind ungültig. Die Meldung nennt die Stelle.',
  CAUSE_NOT_PERMITTED:
    'Der Rechner, der die Prüfung ausführt, verbietet diese Art von Verkehr: durch eine lokale Firewallregel, oder das Recht, Pings zu senden, fehlt.',
  CAUSE_NAME_GONE:
    'Der Name {analysedHost} war bisher auflösbar und ist es nicht mehr: Ein Eintrag wurde entfernt, die Domain ist abgelaufen, oder ihre Delegation ist fehlerhaft. Sehen Sie in die Zone und beim Registrar nach.',
  CAUSE_NAME_UNKNOWN:
    'Den Namen {analysedHost} gibt es nicht. Der Hostname in der Prüfung ist falsch geschrieben, oder der Eintrag wurde nie angelegt.',
  CAUSE_RESOLVER: 'Die Abfrage von {analysedHost} ist mit {failureCode} gescheitert.',
  CAUSE_RESOLVER_HERE:
    'Andere Standorte haben eine Antwort erhalten, daher liegt es vermutlich am Resolver dieses Standorts.',
  CAUSE_RESOLVER_ZONE: 'Die Nameserver der Zone antworten nicht oder falsch, oder DNSSEC ist ungültig.',
  CAUSE_SOME_LOCATIONS:
    '{analysed} antwortet anderen Standorten, {location} aber nicht ({failureCode}). Der Dienst läuft; der Weg von dort ist versperrt: Eine Firewall oder ein Bot-Schutz weist diese Region ab, oder ein Netz unterwegs ist gestört.',
  CAUSE_REFUSED:
    'Unter {analysed} nimmt nichts Verbindungen an: Der Prozess ist beendet, startet noch oder lauscht anderswo, oder eine Firewall weist den Port ab.',
  CAUSE_DROPPED:
    '{analysed} hat die Verbindung angenommen und geschlossen, bevor die Antwort vollständig war: Der Prozess ist während der Anfrage abgestürzt oder neu gestartet worden, oder ein Proxy davor hat aufgegeben. Suchen Sie nach Neustarts und Proxy-Fehlern zur Zeit des Laufs.',
  CAUSE_NO_ROUTE:
    'Kein Weg führt zu {analysedHost} ({failureCode}). Der Rechner oder sein Netz ist aus, oder diesem Standort fehlt die Adressfamilie, zu der der Name führt.',
  CAUSE_TIMEOUT:
    '{analysed} hat nicht rechtzeitig geantwortet: Es ist überlastet oder hängt, etwas dahinter tut es, oder eine Firewall verwirft Pakete dorthin stillschweigend.',
  CAUSE_CONNECTION: 'Die Verbindung zu {analysed} ist mit {failureCode} gescheitert.',
  CAUSE_BOT_PROTECTION:
    'Ein Schutz vor {analysedHost} hat die Prüfung für einen Bot gehalten und mit {httpStatus} und einer Abfrage statt mit der Seite geantwortet.',
  CAUSE_CREDENTIALS_ENDED:
    '{analysed} nimmt die Zugangsdaten der Prüfung nicht mehr an ({httpStatus}), die bisher galten: Ein Token ist abgelaufen, oder ein Schlüssel wurde gewechselt oder widerrufen.',
  CAUSE_CREDENTIALS_WRONG:
    '{analysed} nimmt die Zugangsdaten der Prüfung nicht an ({httpStatus}): Sie fehlen oder sind falsch.',
  CAUSE_FORBIDDEN:
    '{analysed} hat die Anfrage verstanden und lehnt sie ab (403): Rechte wurden geändert, oder ein Filter nach Adresse oder Land sperrt den Standort.',
  CAUSE_FORBIDDEN_HERE: 'Andere Standorte werden durchgelassen, was auf einen solchen Filter hindeutet.',
  CAUSE_GONE:
    '{analysed} gab es beim letzten guten Lauf und gibt es nicht mehr ({httpStatus}): Ein Release hat die Route verschoben oder entfernt, oder der Proxy davor leitet die Anfrage anderswohin.',
  CAUSE_NOT_FOUND: '{analysed} gibt es nicht ({httpStatus}). Suchen Sie im Pfad nach einem Fehler.',
  CAUSE_RATE_LIMITED:
    '{analysedHost} begrenzt, wie oft angefragt werden darf (429). Die Prüfung, oder etwas mit derselben Adresse oder demselben Schlüssel, fragt zu oft an.',
  CAUSE_RATE_LIMITED_FOR:
    '{analysedHost} begrenzt, wie oft angefragt werden darf (429), und bittet, {wait} Sekunden zu warten. Die Prüfung, oder etwas mit derselben Adresse oder demselben Schlüssel, fragt zu oft an.',
  CAUSE_ANNOUNCED:
    '{analysed} teilt mit, dass es nicht verfügbar ist und wann Sie wiederkommen sollen (Retry-After: {wait}). So verhalten sich Wartungsseiten und Überlastschutz.',
  CAUSE_UNAVAILABLE:
    '{analysed} antwortet, dass es nicht verfügbar ist (503): Es ist überlastet, startet neu oder ist abgeschaltet, oder ein Proxy davor hat keine gesunde Instanz mehr.',
  CAUSE_GATEWAY_SLOW:
    'Ein Proxy hat mit {httpStatus} geantwortet: Er läuft, und die Anwendung dahinter antwortet nicht rechtzeitig.',
  CAUSE_GATEWAY_DOWN:
    'Ein Proxy hat mit {httpStatus} geantwortet: Er läuft, und die Anwendung dahinter ist aus, startet neu oder hat keine gesunde Instanz mehr.',
  CAUSE_APPLICATION:
    'Die Anwendung hinter {analysed} ist an der Anfrage gescheitert ({httpStatus}): ein unbehandelter Fehler, eine Datenbank oder ein anderer Dienst, den sie braucht. Ihr Log um {moment} enthält die Einzelheiten.',
  CAUSE_REQUEST_CHANGED:
    '{analysed} lehnt die Anfrage der Prüfung ab ({httpStatus}). Bisher wurde sie angenommen, also hat sich geändert, was erwartet wird.',
  CAUSE_REQUEST_REFUSED:
    '{analysed} lehnt die Anfrage der Prüfung ab ({httpStatus}): Methode, Header oder Body passen nicht.',
  CAUSE_REDIRECTED: '{analysed} leitet weiter ({httpStatus}), was die Prüfung nicht erwartet.',
  CAUSE_REDIRECTED_TO: '{analysed} leitet weiter ({httpStatus}) zu {destination}, was die Prüfung nicht erwartet.',
  CAUSE_DNS_NXDOMAIN:
    'Der Nameserver sagt, dass es den Namen nicht gibt: Der Eintrag wurde entfernt, oder die Zone ist abgelaufen.',
  CAUSE_DNS_SERVFAIL:
    'Der Nameserver konnte nicht antworten: Er erreicht die Server der Zone nicht, oder DNSSEC ist ungültig.',
  CAUSE_DNS_REFUSED: 'Der Nameserver verweigert die Antwort: Er bedient diese Zone nicht oder diesen Client nicht.',
  CAUSE_DNS_CODE: 'Der Nameserver hat {responseCode} statt NOERROR geantwortet.',
  CAUSE_DNS_CHANGED:
    'Die Einträge von {analysedHost} haben sich seit dem letzten guten Lauf geändert: {removed} weggefallen, {added} hinzugekommen. Wenn das niemand wollte, sehen Sie in die Zone und prüfen Sie, wer sie ändern darf.',
  CAUSE_NO_PING:
    '{analysedHost} hat keinen Ping beantwortet: Der Rechner oder sein Netz ist aus, oder eine Firewall verwirft Pings.',
  CAUSE_PACKETS_LOST:
    '{percent} % der Pakete an {analysedHost} gingen verloren: Eine Leitung unterwegs ist überlastet oder fehlerhaft.',
  CAUSE_SLOW: '{analysed} brauchte {milliseconds} ms; die Grenze ist {limitText} ms.',
  CAUSE_SLOWER:
    '{analysed} brauchte {milliseconds} ms, beim letzten guten Lauf {millisecondsBefore} ms; die Grenze ist {limitText} ms.',
  CAUSE_SLOW_DNS:
    'Der größte Teil des Unterschieds entfällt auf die Namensauflösung: Sehen Sie nach den Nameservern und der Gültigkeitsdauer der Einträge.',
  CAUSE_SLOW_CONNECTION:
    'Der größte Teil des Unterschieds entfällt auf den Verbindungsaufbau: Der Weg im Netz ist länger oder verlustreich geworden, oder der Rechner hat keinen Platz mehr für Verbindungen.',
  CAUSE_SLOW_TLS:
    'Der größte Teil des Unterschieds entfällt auf den TLS-Handshake: Dem Server fehlt Rechenzeit, oder eine Zertifikatskette ist gewachsen.',
  CAUSE_SLOW_FIRST_BYTE:
    'Der größte Teil des Unterschieds entfällt auf den Server vor seinem ersten Byte: Die Anwendung oder etwas, worauf sie wartet, ist langsamer geworden.',
  CAUSE_SLOW_DATA:
    'Der größte Teil des Unterschieds entfällt auf den Server vor seiner Antwort: Die Anwendung ist langsamer geworden.',
  CAUSE_SLOW_DOWNLOAD:
    'Der größte Teil des Unterschieds entfällt auf das Senden des Bodys: Die Antwort ist größer oder die Bandbreite kleiner geworden.',
  CAUSE_SLOW_WAIT:
    'Der größte Teil des Unterschieds entfällt auf das Warten auf einen Socket auf der Seite der Prüfung: Ihr Rechner ist ausgelastet.',
  CAUSE_SLOW_PHASE: 'Der größte Teil des Unterschieds entfällt auf {phase}.',
  CAUSE_HTML:
    '{analysed} hat mit einer Webseite geantwortet, wo JSON erwartet war: eine Fehler- oder Anmeldeseite von etwas, das vor der Anwendung steht, oder eine verschobene Route.',
  CAUSE_CONTENT_CHANGED:
    '{analysed} hat geantwortet, aber {assertionName} ist nicht wie verlangt. Beim letzten guten Lauf war es das; entweder ist der Inhalt fehlerhaft, oder er wurde absichtlich geändert, und die Assertion ist veraltet.',
  CAUSE_CONTENT_NEVER:
    '{analysed} hat geantwortet, aber {assertionName} ist nicht wie verlangt. Es gibt keinen guten Lauf zum Vergleich; vielleicht hat die Assertion nie gepasst.',
  CAUSE_NOT_STORED: 'Der Lauf hinter diesem Fehler ist nicht mehr gespeichert; nur seine Meldung ist noch da: {reason}',
  CAUSE_UNKNOWN:
    'Keine Regel erkennt, warum {analysed} fehlgeschlagen ist. Die Belege unten sind alles, was es gibt: {reason}',

  DETAIL_EVERYWHERE: 'Der Fehler trat an allen {count} Standorten des Laufs auf.',
  DETAIL_ADDRESS_MOVED: 'Die Adresse hat sich seit dem letzten guten Lauf von {oldAddress} zu {newAddress} geändert.',
  DETAIL_HOST_UP: 'Andere Prüfungen auf {analysedHost} bestehen; der Rechner läuft also, nur dieser eine Dienst nicht.',
  DETAIL_HOST_DOWN:
    'Alle anderen Prüfungen auf {analysedHost} schlagen auch fehl, was auf den Rechner oder sein Netz hindeutet.',
  DETAIL_ROUTE_ONLY: 'Andere Prüfungen auf {analysedHost} bestehen, also ist nur diese Route betroffen.',
  DETAIL_PROXY: 'Die Antwort kam von {proxyName}.',
  DETAIL_LAST_GOOD: 'Der letzte gute Lauf dauerte {milliseconds} ms.',

  IMPACT_BROWSER_WARNING: 'Browser warnen Nutzer vor der Seite, und Programme verbinden sich nicht.',
  IMPACT_HTTPS: 'Alle, die https verwenden, erhalten einen Fehler.',
  IMPACT_CLIENTS_LACK: 'Clients, denen fehlt, was der Server verlangt, können sich nicht verbinden.',
  IMPACT_MONITORING:
    'Vermutlich keine: Über das Ziel wurde nichts bekannt. Bis das gelöst ist, bliebe ein echter Ausfall unbemerkt.',
  IMPACT_UNREACHABLE: 'Nutzer erreichen den Dienst nicht, solange das anhält.',
  IMPACT_NAME_GONE: 'Niemand erreicht den Dienst, dessen Resolver keine alte Antwort mehr hat.',
  IMPACT_RESOLVER: 'Einige oder alle Nutzer finden den Dienst unter seinem Namen nicht.',
  IMPACT_REGION: 'Nutzer in der betroffenen Region erreichen den Dienst vielleicht nicht; andere schon.',
  IMPACT_MIDWAY: 'Anfragen brechen ab; Nutzer sehen Fehler oder unvollständige Seiten.',
  IMPACT_WAIT: 'Nutzer warten und sehen dann einen Fehler.',
  IMPACT_BOTS: 'Vermutlich keine für Menschen mit einem Browser; Programme werden vielleicht auch gesperrt.',
  IMPACT_CREDENTIALS:
    'Keine für angemeldete Nutzer, wenn es nur an den Zugangsdaten der Prüfung liegt; sonst funktioniert die Anmeldung nicht.',
  IMPACT_FORBIDDEN: 'Nutzer mit denselben Rechten oder aus demselben Netz werden auch abgewiesen.',
  IMPACT_NOT_FOUND: 'Links auf diese Adresse führen ins Leere.',
  IMPACT_LIMIT: 'Nutzer, für die dieselbe Grenze gilt, werden auch abgewiesen.',
  IMPACT_MAINTENANCE: 'Nutzer sehen eine Wartungsseite oder einen Fehler.',
  IMPACT_ERROR_PAGE: 'Nutzer sehen eine Fehlerseite.',
  IMPACT_FUNCTION: 'Nutzer dieser Funktion sehen einen Fehler.',
  IMPACT_OUTDATED: 'Keine, wenn nur die Prüfung veraltet ist; Clients, die dasselbe senden, werden auch abgewiesen.',
  IMPACT_REDIRECT:
    'Keine für Browser, die der Weiterleitung folgen; eine Weiterleitung zur Anmeldung bedeutet, dass eine Sitzung endete.',
  IMPACT_DNS: 'Resolver geben dasselbe an Nutzer weiter: Der Name führt nirgendwohin.',
  IMPACT_DNS_CHANGED: 'Nutzer werden zu den neuen Adressen geführt, sobald ihre Resolver die alten vergessen.',
  IMPACT_PACKETS: 'Verbindungen sind langsam, stocken oder brechen ab.',
  IMPACT_SLOW: 'Nutzer warten länger, als sie sollten.',
  IMPACT_HTML: 'Programme, die diese Schnittstelle verwenden, schlagen fehl.',
  IMPACT_CONTENT: 'Hängt davon ab, was die Assertion sichert: Nutzer erhalten eine Antwort, aber nicht die erwartete.',
  IMPACT_UNKNOWN: 'Unbekannt.',

  FIX_RENEW_CERTIFICATE:
    'Erneuern Sie das Zertifikat, laden Sie den Server neu, der es vorlegt, und klären Sie, warum die automatische Erneuerung ausblieb.',
  FIX_CERTIFICATE_NAME:
    'Lassen Sie das Zertifikat auch für {analysedHost} ausstellen, oder berichtigen Sie den DNS-Eintrag.',
  FIX_CHAIN:
    'Richten Sie auf dem Server die vollständige Kette ein (zuerst das Serverzertifikat, dann die Zwischenzertifikate). Führen Sie bei einer internen Zertifizierungsstelle die Prüfung dort aus, wo ihr vertraut wird.',
  FIX_TLS_PORT:
    'Verwenden Sie den Port, der TLS spricht, oder http:// in der URL der Prüfung, wenn Klartext gewollt ist.',
  FIX_REQUEST:
    'Berichtigen Sie den genannten Teil der Anfrage in den Einstellungen der Prüfung, oder legen Sie die Variable an, die sie verwendet.',
  FIX_BOTS:
    'Lassen Sie die Prüfung in den Regeln des Schutzes zu: nach ihren Adressen, ihrem User-Agent oder einem geheimen Header.',
  FIX_CREDENTIALS:
    'Erneuern Sie die Zugangsdaten in den Variablen, Headern oder der Basic-Authentifizierung der Prüfung.',
  FIX_LIMIT: 'Führen Sie die Prüfung seltener oder von weniger Standorten aus, oder nehmen Sie sie von der Grenze aus.',
  FIX_REDIRECT: 'Stellen Sie die Prüfung auf die neue Adresse um, oder lassen Sie sie Weiterleitungen folgen.',

  EVIDENCE_ONCE: 'Einmal aufgetreten, zuerst {moment}, zuletzt {lastMoment}.',
  EVIDENCE_TIMES: '{count}-mal aufgetreten, zuerst {moment}, zuletzt {lastMoment}.',
  EVIDENCE_RUN: 'Der Lauf von {location} meldete: {reason}',
  EVIDENCE_FAILURE: 'Es kam keine Antwort: Fehler {failureCode} ({failureKind}).',
  EVIDENCE_ASSERTION_NOTHING: 'Die Assertion {assertionName} „{expected}“ fand nichts.',
  EVIDENCE_ASSERTION: 'Die Assertion {assertionName} „{expected}“ fand „{found}“.',
  EVIDENCE_PHASE: 'Die Phase {phase} dauerte {milliseconds} ms, beim letzten guten Lauf {millisecondsBefore} ms.',
  EVIDENCE_ADDRESS: 'Die Adresse hat sich von {oldAddress} zu {newAddress} geändert.',
  EVIDENCE_CERTIFICATE: 'Das Zertifikat galt zuletzt noch {days} Tage.',
  EVIDENCE_RECORDS: 'Seit dem letzten guten Lauf weggefallen: {goneRecords}; hinzugekommen: {newRecords}.',
  EVIDENCE_LAST_GOOD: 'Der letzte gute Lauf, von {location}, war {moment} und dauerte {milliseconds} ms.',
  EVIDENCE_LOCATIONS: 'Von den anderen Standorten dieses Laufs sind {failed} fehlgeschlagen, {others} nicht.',
  EVIDENCE_NEIGHBOURS: 'Andere Prüfungen auf {analysedHost}: {states}.',
  EVIDENCE_DNS: 'Der Nameserver hat {responseCode} mit {count} Einträgen geantwortet.',
  EVIDENCE_STATUS: 'Das Ziel hat mit dem Status {httpStatus} geantwortet.',
  EVIDENCE_PACKETS: '{percent} % der Pakete gingen verloren.',
  EVIDENCE_GRPC: 'Der Server hat mit dem gRPC-Status {httpStatus} ({statusName}) geantwortet.',
  EVIDENCE_HEALTH: 'Sein Health-Status war {statusName}.',
  EVIDENCE_CERTIFICATE_EXPIRED: 'Das Zertifikat {certificateName}, ausgestellt von {issuer}, ist abgelaufen.',
  EVIDENCE_CERTIFICATE_VALID: 'Das Zertifikat {certificateName}, ausgestellt von {issuer}, gilt noch {days} Tage.',
  EVIDENCE_LAST_HOP: 'Der letzte Hop, der geantwortet hat: {hopText}.',
  EVIDENCE_PACKETS_OF_HOP: '{percent} % der Pakete zum letzten Hop gingen verloren.',
}
