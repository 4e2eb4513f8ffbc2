#!/bin/sh
# Makes the certificates of the tests anew, in the directory given. Needs OpenSSL 3; the tests themselves do not.
set -e
out=$(realpath "$1"); work=$(mktemp -d); cd $work
key() { openssl ecparam -name prime256v1 -genkey -noout -out $1.key.ec; openssl pkcs8 -topk8 -nocrypt -in $1.key.ec -out $1-key.pem; }
mkdir db; : > db/index.txt; echo 1000 > db/serial
cat > ca.conf <<C
[ca]
default_ca = d
[d]
database = db/index.txt
serial = db/serial
new_certs_dir = .
default_md = sha256
policy = p
unique_subject = no
email_in_dn = no
[p]
commonName = supplied
C
key authority; key server; key client
self_sign() { # name key subject extensions
  openssl req -new -key $2-key.pem -subj "/CN=$3" -out $1.csr
  printf "$4\n" > $1.ext
  openssl ca -batch -notext -config ca.conf -selfsign -keyfile $2-key.pem -in $1.csr -out $1.pem -startdate 20200101000000Z -enddate 21200101000000Z -extfile $1.ext
}
self_sign authority authority "Belfry test authority" "basicConstraints=critical,CA:true\nkeyUsage=critical,keyCertSign"
sign() { # name key subject san start end
  openssl req -new -key $2-key.pem -subj "/CN=$3" -out $1.csr
  printf "basicConstraints=CA:false\n$4\n" > $1.ext
  openssl ca -batch -notext -config ca.conf -cert authority.pem -keyfile authority-key.pem -in $1.csr -out $1.pem -startdate $5 -enddate $6 -extfile $1.ext
}
sign server server "localhost" "subjectAltName=DNS:localhost,DNS:probe.test,IP:127.0.0.1,IP:::1" 20200101000000Z 21200101000000Z
sign wrong-name server "elsewhere.test" "subjectAltName=DNS:elsewhere.test" 20200101000000Z 21200101000000Z
sign expired server "localhost" "subjectAltName=DNS:localhost,IP:127.0.0.1" 20200101000000Z 20210101000000Z
sign client client "Belfry test client" "extendedKeyUsage=clientAuth" 20200101000000Z 21200101000000Z
self_sign self-signed server "localhost" "subjectAltName=DNS:localhost,IP:127.0.0.1"
cp authority.pem server.pem server-key.pem wrong-name.pem expired.pem self-signed.pem client.pem client-key.pem $out/
