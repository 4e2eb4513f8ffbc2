import type { SentenceCode } from '#contract/reasons'

export const grpc: Readonly<Record<SentenceCode<'grpc'>, string>> = {
  GRPC_STATUS_UNEXPECTED: 'Erwartet: gRPC-Status 0 (OK). Tatsächlich: {status}.',
  GRPC_REQUEST_INVALID: 'Die Metadaten oder die Methode der Anfrage sind in HTTP/2 nicht gültig.',
  STREAM_NOT_ENDED: 'Der Stream war nach {milliseconds} ms nicht beendet.',
  GRPC_BROKEN: '{endpoint} {grpcViolation}',
  STREAM_RESET: '{endpoint} hat den Aufruf mit RST_STREAM beendet ({name}).',
  METADATA_INVALID: 'Die Metadaten {name} {metadataProblem}',
  NOT_GRPC: 'Der Server hat mit HTTP-Status {status} und Content-Type {contentType} geantwortet, was kein gRPC ist.',
  GRPC_PORT_INVALID: 'Der Port der Anfrage ist „{text}“, was keiner ist.',
  GRPC_METHOD_MISSING: 'Die Prüfung nennt keine Methode. Setzen Sie grpcConfig.method auf package.Service/Method.',
  PROTO_FILE_MISSING:
    'Die Prüfung hat keine Proto-Datei. Setzen Sie grpcConfig.protoContent, oder verwenden Sie Reflection.',
  BINARY_SCHEMA_MISSING: 'Die Prüfung hat kein binäres Schema. Setzen Sie grpcConfig.bfbsContent auf eines in Base64.',
  NO_GRPC_METHOD: 'Die Prüfung nennt keine Methode.',
  GRPC_TASK_FAILED: '{grpcTask}: {reason}.',
  REFLECTION_FAILED: '{endpoint} beschreibt sein Schema nicht durch Reflection: {reason}.',
  NO_GRPC_MESSAGE: 'Die Antwort enthält keine Nachricht.',
  NOT_SERVING: 'Erwartet: Zustand SERVING. Tatsächlich: {status}.',
  NO_HEALTH_STATUS:
    'Es gibt keinen Zustand: Nur Prüfungen im Modus HEALTH fragen danach, und der Server muss antworten.',
}
