/* A bot in C without any library: it plays any game, a legal move at random.
 *
 *     cc -O2 -o bot examples/bots/bot.c && partie match quarto process:./bot beginner
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *line = NULL;
  size_t room = 0;
  while (getline(&line, &room, stdin) > 0) {
    const char *id = strstr(line, "\"id\": ");
    const char *legal = strstr(line, "\"legal\": [");
    long move = 0, seen = 0;
    if (!id || !legal) {
      puts("{\"error\": \"no question\"}");
      fflush(stdout);
      continue;
    }
    /* Keep each of the n moves with a chance of one in n: every move is as likely as any other. */
    for (const char *at = legal; (at = strstr(at, "{\"move\": ")); at++)
      if (rand() % ++seen == 0) move = strtol(at + 9, NULL, 10);
    printf("{\"id\": %ld, \"move\": %ld}\n", strtol(id + 6, NULL, 10), move);
    fflush(stdout);
  }
  free(line);
  return 0;
}
