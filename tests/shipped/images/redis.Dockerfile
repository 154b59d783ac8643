# Stands for redis:7, which also listens to others without a password.
FROM debian:bookworm
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends redis-server
ENTRYPOINT ["sh", "-c", "exec \"$@\" --protected-mode no", "sh"]
CMD ["redis-server"]
