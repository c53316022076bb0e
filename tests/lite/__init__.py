"""The site that `make lite` has built, named by LITE_SITE. Without it nothing here is collected."""
