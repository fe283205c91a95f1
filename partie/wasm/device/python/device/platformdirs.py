from device.pathlib import Path


def user_data_path(*names):
    return Path("/nowhere")


def user_cache_dir(*names):
    return "/nowhere"
