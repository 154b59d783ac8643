# Stands for nginx:1.28: the nginx of Debian's next release.
FROM debian:trixie
RUN echo deb http://deb.debian.org/debian forky main > /etc/apt/sources.list.d/forky.list \
  && apt-get -o Acquire::Check-Valid-Until=false update -qq \
  && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends --target-release forky nginx
CMD ["nginx", "-g", "daemon off;"]
STOPSIGNAL SIGQUIT
