import host


def perf_counter():
    return host.clock() / 1000.0


monotonic = thread_time = perf_counter
